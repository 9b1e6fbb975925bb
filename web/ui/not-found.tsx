import { words } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { ButtonLink, PageTitle, textLinkLook } from './basics.tsx';

export function NotFound({ isSignedIn = false }: { isSignedIn?: boolean }) {
	return (
		<div className="mx-auto grid min-h-[60svh] max-w-md content-center gap-4 px-4 py-16 text-center">
			<PageTitle>{m.app_page_not_found()}</PageTitle>
			<p className="text-4xl font-extrabold tracking-tight text-accent figures">404</p>
			<h1 className="text-2xl font-bold tracking-tight">{m.app_there_is_no_page_here()}</h1>
			<p className="text-balance text-soft">{m.app_the_address_may_be_mistyped()}</p>
			<div className="mt-2 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
				<ButtonLink to={isSignedIn ? '/withdraw' : '/'}>
					{isSignedIn ? m.common_withdraw_currency() : m.common_go_to_the_home_page()}
				</ButtonLink>
				<a href={words.communityChatUrl} target="_blank" rel="noreferrer" className={textLinkLook}>
					{m.common_ask_in_the_community_chat()}
				</a>
			</div>
		</div>
	);
}
