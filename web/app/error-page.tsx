import { isRouteErrorResponse, useRouteError } from 'react-router';
import { words } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { Button, PageTitle, textLinkLook } from '../ui/basics.tsx';
import { NotFound } from '../ui/not-found.tsx';

export function ErrorPage() {
	const error = useRouteError();
	return <main>{isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Broken />}</main>;
}

function Broken() {
	return (
		<div role="alert" className="mx-auto grid min-h-[60svh] max-w-md content-center gap-4 px-4 py-16 text-center">
			<PageTitle>{m.common_something_went_wrong()}</PageTitle>
			<h1 className="text-2xl font-bold tracking-tight">{m.common_something_went_wrong()}</h1>
			<p className="text-balance text-soft">{m.app_this_page_stopped_working()}</p>
			<Button className="justify-self-center" onClick={() => location.reload()}>
				{m.app_reload_the_page()}
			</Button>
			<a href={words.communityChatUrl} target="_blank" rel="noreferrer" className={textLinkLook}>
				{m.common_ask_in_the_community_chat()}
			</a>
		</div>
	);
}
