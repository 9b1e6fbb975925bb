import { Link } from 'react-router';
import { words } from '../lib/words.ts';
import { buttonLook, textLinkLook } from './button.tsx';
import { PageTitle } from './page-title.tsx';

/** Says that there is nothing here and where to go instead. */
export function NotFound({ isSignedIn = false }: { isSignedIn?: boolean }) {
	return (
		<div className="mx-auto grid min-h-[60svh] max-w-md content-center gap-4 px-4 py-16 text-center">
			<PageTitle>Page not found</PageTitle>
			<p className="text-5xl font-extrabold tracking-tight text-accent figures">404</p>
			<h1 className="text-2xl font-bold tracking-tight">There is no page here</h1>
			<p className="text-soft">The address may be mistyped, or the page has moved.</p>
			<div className="mt-2 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
				<Link to={isSignedIn ? '/withdraw' : '/'} className={buttonLook()}>
					{isSignedIn ? `Withdraw ${words.currencyName}` : 'Go to the home page'}
				</Link>
				<a href={words.communityChatUrl} target="_blank" rel="noreferrer" className={textLinkLook}>
					Ask in the community chat
				</a>
			</div>
		</div>
	);
}
