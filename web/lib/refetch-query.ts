import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/** First waits for a response in flight, because the query library would accept an outdated first response. */
export async function refetchQuery(queries: QueryClient, queryKey: QueryKey): Promise<void> {
	await untilAnswered(queries, queryKey);
	await queries.invalidateQueries({ queryKey });
}

/** Applies a live update. If a request is in flight, repeats it, because its response may be older. */
export function takeLive<Data>(
	queries: QueryClient,
	queryKey: QueryKey,
	change: Updater<Data | undefined, Data | undefined>,
): void {
	const isFetching = queries.isFetching({ queryKey }) > 0;
	queries.setQueryData<Data>(queryKey, change);
	if (isFetching) void refetchQuery(queries, queryKey);
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
