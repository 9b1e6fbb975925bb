import { lazy } from 'react';
import { PhoneIcon } from '../ui/icons.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { AfterStart, FormPlaceholder } from './auth-page.tsx';

const SignInWays = lazy(() => import('./sign-in-ways.tsx').then(({ SignInWays }) => ({ default: SignInWays })));

/** Where people arrive who are not signed in. */
export default function LandingPage() {
	return (
		<div className="mx-auto max-w-lg px-4 py-10 sm:py-16">
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
			<section className="mt-8 rounded-card bg-tint p-5 sm:p-6">
				<h2 className="font-bold tracking-tight">Already on mobile?</h2>
				<p className="mt-2 text-soft">
					You will be redirected automatically. If nothing happens, try again from the app or refresh this page.
				</p>
			</section>
			<div className="mt-6">
				<AfterStart placeholder={<FormPlaceholder title="Other ways to sign in" fields={2} />}>
					<SignInWays />
				</AfterStart>
			</div>
		</div>
	);
}
