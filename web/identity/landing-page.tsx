import { Link } from 'react-router';
import { useDataClient } from '../lib/clients.tsx';
import { words } from '../lib/words.ts';
import { textLinkLook } from '../ui/button.tsx';
import { PhoneIcon } from '../ui/icons.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** Where people arrive who are not signed in. */
export default function LandingPage() {
	const isSignedIn = useDataClient() !== undefined;
	return (
		<div className="mx-auto max-w-lg px-4 py-12 sm:py-20">
			<PageTitle description="Login is done from the mobile app: tap Withdraw there and you are signed in here.">
				Sign in
			</PageTitle>
			<span className="grid size-14 place-items-center rounded-card bg-stub text-on-stub">
				<PhoneIcon className="size-7" />
			</span>
			<h1 className="mt-6 text-3xl font-extrabold tracking-tight text-balance sm:text-4xl">
				Sign in via the mobile app
			</h1>
			<p className="mt-4 text-lg text-soft">
				To protect your account, login is done from the mobile app. Tap Withdraw in the app and we will securely sign
				you in here automatically.
			</p>
			<section className="mt-8 rounded-card border border-line bg-card p-5 raised sm:p-6">
				<h2 className="font-bold tracking-tight">Already on mobile?</h2>
				<p className="mt-2 text-soft">
					You will be redirected automatically. If nothing happens, try again from the app or refresh this page.
				</p>
			</section>
			<p className="mt-6 min-h-11 text-sm text-soft">
				{isSignedIn && (
					<>
						You are signed in.{' '}
						<Link to="/withdraw" className={textLinkLook}>
							Withdraw {words.currencyName}
						</Link>
					</>
				)}
			</p>
		</div>
	);
}
