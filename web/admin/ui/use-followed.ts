import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Page } from '../../../contract/paging.ts';

const EVERY_MS = 2_000;
const NEWS_MAX = 500;

type Followed<Item> = {
	isFollowing: boolean;
	items: readonly Item[] | undefined;
	loadAfter: (id: string, signal: AbortSignal) => Promise<Page<Item>>;
	reload: () => void;
};

/** Polls every two seconds for entries newer than a list. A new `key` discards the entries found so far. */
export function useFollowed<Item extends { id: string }>(
	key: readonly unknown[],
	{ isFollowing, items, loadAfter, reload }: Followed<Item>,
): { news: Item[]; error: Error | null; retry: () => Promise<unknown> } {
	const name = JSON.stringify(key);
	const [followed, setFollowed] = useState<{ name: string; news: Item[] }>({ name, news: [] });
	const newestId = items && (items[0]?.id ?? '0');
	const news = followed.name === name ? followed.news.filter(({ id }) => Number(id) > Number(newestId)) : [];
	const after = news[0]?.id ?? newestId;
	const latest = useRef(after);
	latest.current = after;
	const { error, refetch } = useQuery({
		queryKey: ['followed', ...key],
		enabled: isFollowing && after !== undefined,
		refetchInterval: EVERY_MS,
		queryFn: async ({ signal }) => {
			const { items: came, nextCursor } = await loadAfter(after ?? '0', signal);
			if (after !== latest.current) return 0;
			if (nextCursor !== null || news.length + came.length > NEWS_MAX) reload();
			else if (came.length > 0) setFollowed({ name, news: [...came, ...news] });
			return came.length;
		},
	});
	return { news, error: isFollowing ? error : null, retry: () => refetch() };
}
