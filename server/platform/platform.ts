import { HOUR_MS } from '../../contract/durations.ts';
import type { EventLog } from '../lib/event-log.ts';
import { createCache } from './cache.ts';
import { createPlatformClient, type PlatformClientDeps } from './client.ts';
import { PlatformUnavailable } from './errors.ts';
import { findUniverse, type ListedGame, listPublicGames } from './games.ts';
import { findPassPricing, listPasses } from './passes.ts';
import { findAvatarUrl, ICONS_AT_ONCE, listIconUrls } from './thumbnails.ts';
import { findDescription, findUser, type PlatformUser } from './users.ts';

/** Every function throws {@link PlatformUnavailable} if it gets no definite response. */
export type Platform = ReturnType<typeof createPlatform>;

export type PlatformUrls = { users: string; thumbnails: string; games: string; apis: string };

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
