import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/**
 * Has something asked for again because it has changed. An answer that is on its way may be older than that: it is
 * awaited first, because the query library takes the very first answer as it comes.
 */
export async function askAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
	await untilAnswered(queries, queryKey);
	await queries.invalidateQueries({ queryKey });
}

/** Puts what came live where it belongs, and sees to it that no older answer takes it away again. */
export function takeLive<Data>(
	queries: QueryClient,
	queryKey: QueryKey,
	change: Updater<Data | undefined, Data | undefined>,
): void {
	const isAsking = queries.isFetching({ queryKey }) > 0;
	queries.setQueryData<Data>(queryKey, change);
	if (isAsking) void askAgain(queries, queryKey);
}

function untilAnswered(queries: QueryClient, queryKey: QueryKey): Promise<void> {
	return new Promise((resolve) => {
		const stop = queries.getQueryCache().subscribe(look);
		function look(): void {
			if (queries.isFetching({ queryKey }) > 0) return;
			stop();
			resolve();
		}
		look();
	});
}
