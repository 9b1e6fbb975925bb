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

export type Pass = {
	id: number;
	name: string;
	/** In R$; null if the pass is not for sale. */
	price: number | null;
	isForSale: boolean;
	/** Null if a group created the pass, because its R$ would not reach the user. */
	creatorId: number | null;
};

type PassUrls = { apisUrl: string; gamesUrl: string };

const PASSES_ON_PAGE = 100;
const PASS_PAGES_MAX = 10;

const price = z.int().nonnegative().nullish();

const creator = z
	.object({ creatorType: z.union([z.string(), z.number()]).nullish(), creatorId: z.int().nullish() })
	.nullish();

const pass = z.object({ id: z.int().positive(), name: z.string().nullish(), displayName: z.string().nullish(), price });
const passes = z.array(pass.extend({ isForSale: z.boolean().nullish(), creator }));
const nextPageToken = z.string().nullish();
/** The platform has returned this list under both names. */
const passesPage = z.union([
	z.object({ gamePasses: passes, nextPageToken }),
	z.object({ data: passes, nextPageToken }).transform((page) => ({ gamePasses: page.data, ...page })),
]);

async function listPasses(client: PlatformClient, urls: PassUrls, universeId: number): Promise<Pass[]> {
	try {
		const passes = await listCurrentPasses(client, urls.apisUrl, universeId);
		if (passes) return passes;
	} catch (error) {
		if (!(error instanceof PlatformUnavailable)) throw error;
		return listOlderPasses(client, urls.gamesUrl, universeId).catch(() => {
			throw error;
		});
	}
	return listOlderPasses(client, urls.gamesUrl, universeId);
}

async function listCurrentPasses(
	client: PlatformClient,
	apisUrl: string,
	universeId: number,
): Promise<Pass[] | undefined> {
	async function readPage(pageToken: string | undefined, page: number) {
		const query = new URLSearchParams({ passView: 'Full', pageSize: String(PASSES_ON_PAGE) });
		if (pageToken) query.set('pageToken', pageToken);
		const url = `${apisUrl}/game-passes/v1/universes/${universeId}/game-passes?${query}`;
		const answer = await client.request({ url }, passesPage);
		if (answer.ok) return answer.value;
		return page === 1 && answer.code === 'UniverseNotFound' ? { gamePasses: [] } : undefined;
	}

	const passes = new Map<number, Pass>();
	for await (const page of pagesOf(PASS_PAGES_MAX, readPage, (page) => page?.nextPageToken)) {
		if (!page) return undefined;
		for (const { isForSale, creator, ...pass } of page.gamePasses) {
			passes.set(pass.id, passOf(pass, isUser(creator?.creatorType) ? creator?.creatorId : null, isForSale));
		}
	}
	return [...passes.values()];
}

function passOf(
	{ id, name, displayName, price }: z.output<typeof pass>,
	creatorId: number | null | undefined,
	isForSale?: boolean | null,
): Pass {
	return {
		id,
		name: displayName || name || '',
		price: price ?? null,
		isForSale: isForSale ?? price != null,
		creatorId: creatorId ?? null,
	};
}

function isUser(creatorType: string | number | null | undefined): boolean {
	return creatorType === 1 || (typeof creatorType === 'string' && creatorType.toLowerCase() === 'user');
}

const olderPassesPage = z.object({
	data: z.array(pass.extend({ sellerId: z.int().nullish() })),
	nextPageCursor: z.string().nullish(),
});

/** Endpoint from before August 2025, which some regions still serve. */
async function listOlderPasses(client: PlatformClient, gamesUrl: string, universeId: number): Promise<Pass[]> {
	async function readPage(cursor: string | undefined) {
		const query = new URLSearchParams({ limit: String(PASSES_ON_PAGE), sortOrder: 'Asc' });
		if (cursor) query.set('cursor', cursor);
		const url = `${gamesUrl}/v1/games/${universeId}/game-passes?${query}`;
		const answer = await client.request({ url }, olderPassesPage);
		if (answer.ok) return answer.value;
		throw rejected('every request for the passes of a game', answer);
	}

	const passes = new Map<number, Pass>();
	for await (const { data } of pagesOf(PASS_PAGES_MAX, readPage, ({ nextPageCursor }) => nextPageCursor)) {
		for (const pass of data) passes.set(pass.id, passOf(pass, pass.sellerId));
	}
	return [...passes.values()];
}

const pricing = z.object({
	isInActivePriceOptimizationExperiment: z.boolean().nullish(),
	isManagedPricingEnabled: z.boolean().nullish(),
});
const passDetails = pricing.extend({
	priceInformation: pricing
		.extend({ defaultPriceInRobux: price, enabledFeatures: z.array(z.string()).nullish() })
		.nullish(),
});

/** Features that change the price for some buyers; `UserFixedPrice` does not. */
const PRICE_CHANGING_FEATURES = new Set(['regionalpricing', 'priceoptimization', 'managedpricing']);

export type PassPricing = {
	defaultPrice: number | undefined;
	/** True if buyers in some regions pay another price. New passes have this on by default. */
	isRegional: boolean;
};

/** Never cached, because the owner may just have turned off regional pricing, as our refusal asks. */
async function findPassPricing(client: PlatformClient, apisUrl: string, passId: number): Promise<PassPricing> {
	const answer = await client.request({ url: `${apisUrl}/game-passes/v1/game-passes/${passId}/details` }, passDetails);
	if (!answer.ok) throw rejected('the lookup of a listed pass', answer);
	const { priceInformation, ...pass } = answer.value;
	const features = priceInformation?.enabledFeatures ?? [];
	const isRegional =
		features.some((feature) => PRICE_CHANGING_FEATURES.has(feature.toLowerCase())) ||
		[pass, priceInformation].some(
			(flags) => flags?.isInActivePriceOptimizationExperiment === true || flags?.isManagedPricingEnabled === true,
		);
	return { defaultPrice: priceInformation?.defaultPriceInRobux ?? undefined, isRegional };
}
