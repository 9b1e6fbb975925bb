import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { HOUR_MS } from '../../contract/durations.ts';
import type { EventLog } from '../lib/event-log.ts';
import {
	createCache,
	createPlatformClient,
	type PlatformClient,
	type PlatformClientDeps,
	PlatformUnavailable,
	pagesOf,
	rejected,
	saysNoneExists,
} from './client.ts';
import { findPassPricing, listPasses } from './passes.ts';

/** Every function throws {@link PlatformUnavailable} if it gets no definite response. */
export type Platform = ReturnType<typeof createPlatform>;

type PlatformUrls = { users: string; thumbnails: string; games: string; apis: string };

const ENTRIES_MAX = 20_000;

type PlatformDeps = PlatformClientDeps & { urls: PlatformUrls; events?: Pick<EventLog, 'note'> };

export function createPlatform({ urls, events, ...deps }: PlatformDeps) {
	const client = createPlatformClient(deps);
	const failing = new Set<string>();
	async function watch<Value>(what: string, load: () => Promise<Value>): Promise<Value> {
		try {
			const value = await load();
			if (failing.delete(what)) events?.note({ source: 'platform', what, outcome: 'done' });
			return value;
		} catch (error) {
			if (error instanceof PlatformUnavailable) {
				failing.add(what);
				events?.note({ source: 'platform', what, outcome: 'failed', note: error.message });
			}
			throw error;
		}
	}
	const keepFor = (ttlMs: number) => ({ clock: deps.clock, ttlMs, entriesMax: ENTRIES_MAX });
	const users = createCache<PlatformUser>(keepFor(HOUR_MS));
	const avatars = createCache<string>(keepFor(6 * HOUR_MS));
	const icons = createCache<string>(keepFor(6 * HOUR_MS));
	// Only shares concurrent requests, because users reload the list for a game they just made.
	const games = createCache<ListedGame[]>(keepFor(0));
	// A long cache time, because a place never moves to another game.
	const universes = createCache<number>(keepFor(24 * HOUR_MS));

	async function loadIcons(universeIds: readonly number[]): Promise<void> {
		const unknown = universeIds.filter((id) => icons.find(String(id)) === undefined);
		for (let start = 0; start < unknown.length; start += ICONS_AT_ONCE) {
			const loaded = await listIconUrls(client, urls.thumbnails, unknown.slice(start, start + ICONS_AT_ONCE));
			for (const [id, url] of loaded) icons.keep(String(id), url);
		}
	}

	return {
		/** Finds a user by current name. @returns undefined if unknown or banned. */
		findUser: (username: string) =>
			users.get(username.trim().toLowerCase(), () => watch('users', () => findUser(client, urls.users, username))),
		async findAvatarUrl(userId: number) {
			const found = avatars
				.get(String(userId), () => findAvatarUrl(client, urls.thumbnails, userId))
				.catch(ignoreUnavailable);
			return (await found) ?? null;
		},
		findDescription: (userId: number) => watch('descriptions', () => findDescription(client, urls.users, userId)),
		async listGames(userId: number) {
			const load = () => watch('games', () => listPublicGames(client, urls.games, userId));
			const listed = (await games.get(String(userId), load)) ?? [];
			await loadIcons(listed.map(({ universeId }) => universeId)).catch(ignoreUnavailable);
			return listed.map(({ name, placeId, universeId }) => ({
				Name: name,
				PlaceID: placeId,
				UniverseID: universeId,
				ThumbnailUrl: icons.find(String(universeId)) ?? null,
			}));
		},
		findUniverse: (placeId: number) =>
			universes.get(String(placeId), () => watch('places', () => findUniverse(client, urls.apis, placeId))),
		listPasses: (universeId: number) =>
			watch('passes', () => listPasses(client, { apisUrl: urls.apis, gamesUrl: urls.games }, universeId)),
		findPassPricing: (passId: number) => watch('pass-prices', () => findPassPricing(client, urls.apis, passId)),
	};
}

function ignoreUnavailable(error: unknown): undefined {
	if (!(error instanceof PlatformUnavailable)) throw error;
}

const thumbnails = z.object({
	data: z.array(z.object({ targetId: z.int(), state: z.string(), imageUrl: z.string().nullish() })),
});

const PENDING_TRIES = 3;
const PENDING_DELAY_MS = 500;

async function findAvatarUrl(
	client: PlatformClient,
	thumbnailsUrl: string,
	userId: number,
): Promise<string | undefined> {
	const url = `${thumbnailsUrl}/v1/users/avatar-headshot?userIds=${userId}&size=150x150&format=Png&isCircular=false`;
	for (let tries = 1; ; tries += 1) {
		const answer = await client.request({ url }, thumbnails);
		const picture = answer.ok ? answer.value.data.find(({ targetId }) => targetId === userId) : undefined;
		if (picture?.state !== 'Pending' || tries === PENDING_TRIES) return finishedUrl(picture);
		await sleep(PENDING_DELAY_MS);
	}
}

const ICONS_AT_ONCE = 50;

async function listIconUrls(
	client: PlatformClient,
	thumbnailsUrl: string,
	universeIds: readonly number[],
): Promise<Map<number, string>> {
	const query = `universeIds=${universeIds.join(',')}&size=150x150&format=Png&returnPolicy=PlaceHolder`;
	const answer = await client.request({ url: `${thumbnailsUrl}/v1/games/icons?${query}` }, thumbnails);
	const icons = new Map<number, string>();
	for (const picture of answer.ok ? answer.value.data : []) {
		const url = finishedUrl(picture);
		if (url) icons.set(picture.targetId, url);
	}
	return icons;
}

function finishedUrl(picture: { state: string; imageUrl?: string | null | undefined } | undefined): string | undefined {
	const isReady = picture?.state === 'Completed' && /^https?:\/\//.test(picture.imageUrl ?? '');
	return isReady ? (picture.imageUrl ?? undefined) : undefined;
}

type PlatformUser = { userId: number; name: string };

const USERNAME = /^[A-Za-z0-9_]{3,20}$/;

const foundUsers = z.object({ data: z.array(z.object({ id: z.int().positive(), name: z.string() })) });

/** Ignores former names, which the platform also finds. */
async function findUser(client: PlatformClient, usersUrl: string, username: string): Promise<PlatformUser | undefined> {
	const typed = username.trim();
	if (!USERNAME.test(typed)) return undefined;
	const answer = await client.request(
		{ method: 'POST', url: `${usersUrl}/v1/usernames/users`, body: { usernames: [typed], excludeBannedUsers: true } },
		foundUsers,
	);
	if (!answer.ok) throw rejected('the lookup of a name', answer);
	const user = answer.value.data.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
	return user && { userId: user.id, name: user.name };
}

const user = z.object({ id: z.int(), description: z.string().nullish(), isBanned: z.boolean().nullish() });

async function findDescription(client: PlatformClient, usersUrl: string, userId: number): Promise<string | undefined> {
	const answer = await client.request({ url: `${usersUrl}/v1/users/${userId}` }, user);
	if (!answer.ok && saysNoneExists(answer)) return undefined;
	if (!answer.ok) throw rejected('the lookup of a description', answer);
	const { id, description, isBanned } = answer.value;
	if (id !== userId) throw new PlatformUnavailable('the platform returned the description of another user');
	return isBanned ? undefined : (description ?? '');
}

type ListedGame = { name: string; placeId: number; universeId: number };

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

async function listPublicGames(client: PlatformClient, gamesUrl: string, userId: number): Promise<ListedGame[]> {
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

async function findUniverse(client: PlatformClient, apisUrl: string, placeId: number): Promise<number | undefined> {
	const answer = await client.request({ url: `${apisUrl}/universes/v1/places/${placeId}/universe` }, placeUniverse);
	if (answer.ok) return answer.value.universeId ?? undefined;
	if (saysNoneExists(answer)) return undefined;
	throw rejected('the lookup of a place', answer);
}
