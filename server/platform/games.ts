import { z } from 'zod';
import type { PlatformClient } from './client.ts';
import { rejected, saysNoneExists } from './errors.ts';
import { pagesOf } from './pages.ts';

export type ListedGame = { name: string; placeId: number; universeId: number };

const PAGE_SIZE = 50;
const PAGES_MAX = 20;
const NO_SUCH_USER = '1';

const gamesPage = z.object({
	nextPageCursor: z.string().nullish(),
	data: z.array(
		z.object({
			id: z.int().positive(),
			name: z.string().nullish(),
			rootPlace: z.object({ id: z.int().positive() }).nullish(),
		}),
	),
});

export async function listPublicGames(client: PlatformClient, gamesUrl: string, userId: number): Promise<ListedGame[]> {
	async function readPage(cursor: string | undefined, page: number): Promise<z.output<typeof gamesPage>> {
		const query = new URLSearchParams({ accessFilter: '2', limit: String(PAGE_SIZE), sortOrder: 'Asc' });
		if (cursor) query.set('cursor', cursor);
		const answer = await client.request({ url: `${gamesUrl}/v2/users/${userId}/games?${query}` }, gamesPage);
		if (answer.ok) return answer.value;
		const isNoSuchUser = answer.status === 400 && answer.code === NO_SUCH_USER;
		if (page === 1 && (isNoSuchUser || saysNoneExists(answer))) return { data: [] };
		throw rejected(`page ${page} of a user's games`, answer);
	}

	const games = new Map<number, ListedGame>();
	for await (const { data } of pagesOf(PAGES_MAX, readPage, ({ nextPageCursor }) => nextPageCursor)) {
		for (const { id, name, rootPlace } of data) {
			// A game without a root place cannot sell passes.
			if (rootPlace && !games.has(id)) games.set(id, { name: name ?? '', placeId: rootPlace.id, universeId: id });
		}
	}
	return [...games.values()];
}

const placeUniverse = z.object({ universeId: z.int().positive().nullish() });

export async function findUniverse(
	client: PlatformClient,
	apisUrl: string,
	placeId: number,
): Promise<number | undefined> {
	const answer = await client.request({ url: `${apisUrl}/universes/v1/places/${placeId}/universe` }, placeUniverse);
	if (answer.ok) return answer.value.universeId ?? undefined;
	if (saysNoneExists(answer)) return undefined;
	throw rejected('the lookup of a place', answer);
}
