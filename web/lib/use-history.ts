import { type InfiniteData, type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { CallName, CallPayload, CallResult } from '../../contract/calls.ts';
import type { Page } from '../../contract/paging.ts';
import { useCall } from './calls/clients.tsx';
import { firstData } from './calls/first-data.ts';
import { messageOf } from './calls/refusal.ts';
import { showFirst } from './calls/use-call-query.ts';

export type LoadedPages<Item, Loaded extends Page<Item> = Page<Item>> = InfiniteData<Loaded, string | null>;

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
	{ first, ...options }: { enabled?: boolean; gcTime?: number; first?: Loaded | undefined } = {},
): PagedHistory<Item, Loaded> {
	showFirst(useQueryClient(), queryKey, first && { pages: [first], pageParams: [null] });
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

export type PagedCall = { [Name in CallName]: CallResult<Name> extends Page<unknown> ? Name : never }[CallName];
export type ItemOf<Name extends PagedCall> = CallResult<Name> extends Page<infer Item extends object> ? Item : never;
export type RequestOf<Name extends PagedCall> = Omit<NonNullable<CallPayload<Name>>, 'cursor'>;
type PageOf<Name extends PagedCall> = CallResult<Name> & Page<ItemOf<Name>>;

/** Pages of a call, the first of which may have come with the document. */
export function useCallPages<Name extends PagedCall>(
	name: Name,
	request: RequestOf<Name>,
	{ queryKey, ...options }: { queryKey: QueryKey; gcTime?: number },
): PagedHistory<ItemOf<Name>, PageOf<Name>> {
	const call = useCall();
	return useHistory<ItemOf<Name>, PageOf<Name>>(
		queryKey,
		(cursor, signal) => call(name, { ...request, cursor } as CallPayload<Name>, signal) as Promise<PageOf<Name>>,
		{ ...options, first: firstData.take<PageOf<Name>>(name, request) },
	);
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
