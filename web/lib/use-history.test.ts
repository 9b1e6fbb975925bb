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

test('a new item stands on top and moves no cursor', () => {
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

test('a known item is replaced where it stands, on any page, however often it arrives', () => {
	const once = withLiveItem<Item>(loaded, { id: 'a', status: 'Failed' });
	const twice = withLiveItem<Item>(once, { id: 'a', status: 'Failed' });
	expect(twice?.pages.map((page) => page.items.map(({ id, status }) => id + status))).toEqual([
		['bPending'],
		['aFailed'],
	]);
});

test('before the first page is there, there is nothing to add to', () => {
	expect(withLiveItem<Item>(undefined, { id: 'c', status: 'Pending' })).toBeUndefined();
});
