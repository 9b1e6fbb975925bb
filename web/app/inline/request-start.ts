declare global {
	interface Window {
		start?: { answer: Promise<Response>; session: string } | undefined;
	}
}

/** An inline script. Requests the user's first data before the scripts load. */
export function requestStart(deviceOf: () => string | undefined): void {
	try {
		const session = localStorage.getItem('session');
		const { pathname, search } = location;
		if (session === null || search.includes('token=')) return;
		const page = pathname.replace(/\/$/, '');
		let query = '';
		if (page === '/earn') query = `?device=${deviceOf() ?? ''}`;
		if (page === '/admin') query = `?tz=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
		const address = `/auth/start?page=${encodeURIComponent(search ? '' : page + query)}`;
		const answer = fetch(address, { signal: AbortSignal.timeout(30_000) });
		answer.catch(() => {});
		window.start = { answer, session };
	} catch {}
}

/** Returns the response once, unless another tab has changed the session since. */
export function takeStart(): Promise<Response> | undefined {
	const { start } = window;
	window.start = undefined;
	return start && start.session === localStorage.getItem('session') ? start.answer : undefined;
}
