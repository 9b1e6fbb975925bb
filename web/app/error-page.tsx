import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Button } from '../ui/button.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** What a person sees when a page broke. Reloading also fetches a newer version of the site, the usual cause. */
export function ErrorPage() {
	const error = useRouteError();
	if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
	return (
		<div role="alert" className="mx-auto grid min-h-[60svh] max-w-md content-center gap-4 px-4 py-16 text-center">
			<PageTitle>Something went wrong</PageTitle>
			<h1 className="text-2xl font-bold tracking-tight">Something went wrong</h1>
			<p className="text-soft">This page stopped working. Your balance and withdrawals are not affected.</p>
			<Button className="justify-self-center" onClick={() => location.reload()}>
				Reload the page
			</Button>
		</div>
	);
}
