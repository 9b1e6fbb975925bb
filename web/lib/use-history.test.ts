import { expect, test } from 'vitest';
import { withLiveItem } from './use-history.ts';

type Item = { id: string; status: string };

const loaded = {
	pages: [
		{ items: [{ id: 'b', status: 'Pending' }], nextCursor: 'after-b' },
		{ items: [{ id: 'a', status: 'Completed' }], nextCursor: null },
	],
	pageParams: [null, 'after-b'],
};

test('a new item is added on top and changes no cursor', () => {
	const { pages, pageParams } = withLiveItem<Item>(loaded, { id: 'c', status: 'Pending' }) ?? loaded;
	expect(pages[0]).toEqual({
		items: [
			{ id: 'c', status: 'Pending' },
			{ id: 'b', status: 'Pending' },
		],
		nextCursor: 'after-b',
	});
	expect(pageParams).toEqual(loaded.pageParams);
});

test('a known item is replaced in place, on any page, also when repeated', () => {
	const once = withLiveItem<Item>(loaded, { id: 'a', status: 'Failed' });
	const twice = withLiveItem<Item>(once, { id: 'a', status: 'Failed' });
	expect(twice?.pages.map((page) => page.items.map(({ id, status }) => id + status))).toEqual([
		['bPending'],
		['aFailed'],
	]);
});

test('an item is ignored until the first page is loaded', () => {
	expect(withLiveItem<Item>(undefined, { id: 'c', status: 'Pending' })).toBeUndefined();
});
