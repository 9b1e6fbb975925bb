import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '../../contract/paging.ts';
import { useLiveEvent } from './calls/clients.tsx';
import type { LiveEvent } from './calls/data-client.ts';
import { messageOf } from './calls/refusal.ts';

export type LoadedPages<Item> = InfiniteData<Page<Item>, string | null>;

export type History<Item> = {
	items: Item[] | undefined;
	error: Error | null;
	retry(): Promise<unknown>;
	more: { load(): void; isLoading: boolean } | undefined;
};

export type Rows<Row> = {
	rows: readonly Row[] | undefined;
	error?: string | undefined;
	onRetry?: (() => unknown) | undefined;
	more?: { load(): void; isLoading: boolean } | undefined;
};

export function rowsOf<Row>({ items, error, retry, more }: History<Row>, failed: string): Rows<Row> {
	return { rows: items, error: error ? messageOf(error, failed) : undefined, onRetry: retry, more };
}

export type PagedHistory<Item, Loaded extends Page<Item>> = History<Item> & { first: Loaded | undefined };

export function useHistory<Item, Loaded extends Page<Item> = Page<Item>>(
	queryKey: QueryKey,
	loadPage: (cursor: string | null, signal: AbortSignal) => Promise<Loaded>,
	options: { enabled?: boolean; gcTime?: number } = {},
): PagedHistory<Item, Loaded> {
	const query = useInfiniteQuery({
		queryKey,
		queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
		...options,
		initialPageParam: null as string | null,
		getNextPageParam: (page) => page.nextCursor,
		refetchOnWindowFocus: false,
	});
	return {
		first: query.data?.pages[0],
		items: query.data?.pages.flatMap((page) => page.items),
		error: query.error,
		retry: () => (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
		more: query.hasNextPage
			? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
			: undefined,
	};
}

/** `take` receives live events. */
export function useLiveHistory<Item>(
	queryKey: QueryKey,
	loadPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<Item>>,
	take: (event: LiveEvent) => void,
): History<Item> {
	useLiveEvent(take);
	return useHistory(queryKey, loadPage);
}

export function withLiveItem<Item extends { id: string }>(
	loaded: LoadedPages<Item> | undefined,
	item: Item,
): LoadedPages<Item> | undefined {
	const [first, ...rest] = loaded?.pages ?? [];
	if (!loaded || !first) return loaded;
	const isThere = loaded.pages.some((page) => page.items.some(({ id }) => id === item.id));
	if (!isThere) return { ...loaded, pages: [{ ...first, items: [item, ...first.items] }, ...rest] };
	const replaced = (page: Page<Item>) => ({
		...page,
		items: page.items.map((old) => (old.id === item.id ? item : old)),
	});
	return { ...loaded, pages: loaded.pages.map(replaced) };
}
