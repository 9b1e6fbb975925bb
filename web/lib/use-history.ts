import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from '../../contract/paging.ts';

export type LoadedPages<Item> = InfiniteData<Page<Item>, string | null>;

export type History<Item> = {
	/** Undefined until the first page is there. */
	items: Item[] | undefined;
	error: Error | null;
	retry(): Promise<unknown>;
	/** Undefined when there is no further page. */
	more: { load(): void; isLoading: boolean } | undefined;
};

/** With the first page as the server answered it, for what it says beside its items. */
export type PagedHistory<Item, Loaded extends Page<Item>> = History<Item> & { first: Loaded | undefined };

export function useHistory<Item, Loaded extends Page<Item> = Page<Item>>(
	key: string | readonly unknown[],
	loadPage: (cursor: string | null, signal: AbortSignal) => Promise<Loaded>,
	{ enabled = true }: { enabled?: boolean } = {},
): PagedHistory<Item, Loaded> {
	const query = useInfiniteQuery({
		queryKey: typeof key === 'string' ? [key] : key,
		queryFn: ({ pageParam, signal }) => loadPage(pageParam, signal),
		enabled,
		initialPageParam: null as string | null,
		getNextPageParam: (page) => page.nextCursor,
		// Pages that were read stay as they are: what is new arrives live, and reloading would cut a long list short.
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

/** What came live: it replaces its older self, or stands on top. */
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
