import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

const EVERY_MS = 2_000;

/**
 * What came on top of a list since its first page was loaded, newest first, asked for every two seconds while it is
 * followed.
 * @param key of the list: another list starts anew. @param newestId of the first page; undefined until it is there.
 */
export function useFollowed<Item extends { id: string }>(
	key: readonly unknown[],
	{ isFollowing, newestId }: { isFollowing: boolean; newestId: string | undefined },
	loadAfter: (id: string, signal: AbortSignal) => Promise<Item[]>,
): Item[] {
	const name = JSON.stringify(key);
	const [kept, setKept] = useState<{ name: string; items: Item[] }>({ name, items: [] });
	const items = kept.name === name ? kept.items : [];
	const after = items[0]?.id ?? newestId;
	useQuery({
		queryKey: ['followed', ...key],
		enabled: isFollowing && after !== undefined,
		refetchInterval: EVERY_MS,
		queryFn: async ({ signal }) => {
			const news = await loadAfter(after ?? '0', signal);
			if (news.length > 0) setKept({ name, items: [...news, ...items] });
			return news.length;
		},
	});
	return items;
}
