import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { OfferHistoryItem } from '../../contract/offerwalls/history.ts';
import type { Page } from '../../contract/paging.ts';
import { OFFER_HISTORY, takeLiveOffer } from './live-offers.ts';

const line = (id: string, kind: OfferHistoryItem['kind'], more: Partial<OfferHistoryItem> = {}): OfferHistoryItem => ({
	id,
	earning_source: 'Wall',
	wall_id: 'wall',
	name: 'Level 30',
	amount: 100,
	timestamp: 1_000,
	kind,
	pending_until: null,
	receipt: null,
	...more,
});

const queries = new QueryClient();
afterEach(() => queries.clear());

async function open(...answers: OfferHistoryItem[][]) {
	const load = vi.fn(async (): Promise<Page<OfferHistoryItem>> => ({ items: answers.shift() ?? [], nextCursor: null }));
	const observer = new InfiniteQueryObserver(queries, {
		queryKey: OFFER_HISTORY,
		queryFn: load,
		initialPageParam: null as string | null,
		getNextPageParam: (page: Page<OfferHistoryItem>) => page.nextCursor,
	});
	const close = observer.subscribe(() => {});
	await vi.waitFor(() => expect(observer.getCurrentResult().data).toBeDefined());
	return {
		load,
		close,
		shown: () => observer.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id, kind }) => id + kind)),
	};
}

test.each([
	['a release', line('2', 'credit'), [line('2', 'credit')]],
	['an approval of another amount', line('2', 'credit', { amount: 90 }), [line('2', 'credit')]],
	['a reversal', line('2', 'reversal', { amount: -100 }), [line('2', 'reversal'), line('1', 'credit')]],
])('%s reloads the held line', async (_, live, after) => {
	const page = await open([line('1', 'pending')], after);
	takeLiveOffer(queries, live);
	await vi.waitFor(() => expect(page.shown()).toEqual(after.map(({ id, kind }) => id + kind)));
	page.close();
});

test('a credit unrelated to a hold is prepended without a reload', async () => {
	const page = await open([line('1', 'pending', { earning_source: 'Other' })]);
	takeLiveOffer(queries, line('2', 'credit'));
	takeLiveOffer(queries, line('3', 'pending'));
	expect(page.shown()).toEqual(['3pending', '2credit', '1pending']);
	expect(page.load).toHaveBeenCalledTimes(1);
	page.close();
});

test('ignores live lines before the history is loaded', () => {
	takeLiveOffer(queries, line('1', 'credit'));
	expect(queries.getQueryData(OFFER_HISTORY)).toBeUndefined();
});
