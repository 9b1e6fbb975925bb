import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createSandbox, type Sandbox } from '../../sandbox/app.ts';
import { listen } from '../../test/sites/fake-oidc.ts';
import { type Json, request, send } from '../../test/sites/json-client.ts';
import { silentLog } from '../../test/support/stubs.ts';
import { PlatformUnavailable } from './client.ts';
import { createPlatform, type Platform } from './platform.ts';

const clock = { nowMs: Date.now(), now: () => clock.nowMs };

function platformAt(url: string, more: Pick<Parameters<typeof createPlatform>[0], 'events'> = {}): Platform {
	return createPlatform({
		urls: { users: url, thumbnails: url, games: url, apis: url },
		clock,
		log: silentLog,
		...more,
	});
}

describe('the platform API', () => {
	let sandbox: Sandbox;
	let platform: Platform;
	beforeAll(async () => {
		sandbox = await createSandbox({ port: 0 });
	});
	afterAll(() => sandbox.close());
	beforeEach(async () => {
		await control('POST', '/reset');
		platform = platformAt(sandbox.url);
	});

	async function control(method: string, path: string, body?: unknown): Promise<Json> {
		const url = `${sandbox.url}/control${path}`;
		return (await (body === undefined ? request(url, { method }) : send(method, url, body))).body;
	}
	const breakDown = (fault: object) => control('POST', '/faults', { part: 'platform', ...fault });
	const requestCount = async (): Promise<number> => (await control('GET', '/requests?part=platform')).requests.length;

	const idOf = async (username: string): Promise<number> => (await platform.findUser(username))?.userId ?? 0;
	async function gameOf(username: string, name?: string) {
		const games = await platform.listGames(await idOf(username));
		const game = games.find(({ Name }) => name === undefined || Name === name);
		return { placeId: game?.PlaceID ?? 0, universeId: game?.UniverseID ?? 0 };
	}

	test('finds a user by the current name, ignoring case', async () => {
		expect(await platform.findUser(' Sandbox_PLAYER ')).toEqual({ userId: expect.any(Number), name: 'sandbox_player' });
	});

	test('reads the current description, and none for a banned or unknown user', async () => {
		const userId = await idOf('sandbox_player');
		for (const description of ['', 'apple river', 'river apple']) {
			await control('PATCH', `/platform/users/${userId}`, { description });
			expect(await platform.findDescription(userId)).toBe(description);
		}
		await control('PATCH', `/platform/users/${userId}`, { isBanned: true });
		expect(await platform.findDescription(userId)).toBeUndefined();
		expect(await platform.findDescription(999)).toBeUndefined();
	});

	test.each(['old_player_name', 'banned_player', 'unknown_player'])('finds no user named %s', async (name) => {
		expect(await platform.findUser(name)).toBeUndefined();
	});

	test.each(['', 'ab', 'x'.repeat(21), '_|WARNING:-DO-NOT-SHARE-THIS', 'two words'])(
		'never sends a name that cannot exist: %s',
		async (name) => {
			expect(await platform.findUser(name)).toBeUndefined();
			expect(await requestCount()).toBe(0);
		},
	);

	test('caches a user for an hour and shares concurrent requests', async () => {
		await Promise.all(Array.from({ length: 10 }, () => platform.findUser('sandbox_player')));
		expect(await requestCount()).toBe(1);
		clock.nowMs += 3_601_000;
		await platform.findUser('sandbox_player');
		expect(await requestCount()).toBe(2);
	});

	test('waits for a pending picture and returns null for a blocked one', async () => {
		expect(await platform.findAvatarUrl(await idOf('slow_avatar'))).toMatch(/^http/);
		expect(await platform.findAvatarUrl(await idOf('no_avatar'))).toBeNull();
	});

	// spec: 3.game
	test('lists hundreds of games with their icons', async () => {
		const games = await platform.listGames(await idOf('many_games'));
		expect(games).toHaveLength(300);
		expect(new Set(games.map(({ PlaceID }) => PlaceID)).size).toBe(300);
		expect(games.every(({ ThumbnailUrl }) => ThumbnailUrl?.startsWith('http'))).toBe(true);
	});

	test('omits private games and games without a start place', async () => {
		const games = await platform.listGames(await idOf('awkward_passes'));
		expect(games.map(({ Name }) => Name)).not.toContain('Unfinished (no start place)');
		expect(await platform.listGames(await idOf('private_games'))).toEqual([]);
		expect(await platform.listGames(await idOf('no_games'))).toEqual([]);
	});

	test('lists games without icons if only the icons fail', async () => {
		await breakDown({ kind: '500', path: '/v1/games/icons' });
		const games = await platform.listGames(await idOf('sandbox_player'));
		expect(games.length).toBeGreaterThan(0);
		expect(games[0]?.ThumbnailUrl).toBeNull();
	});

	test("reads all pages of a game's passes", async () => {
		const crowded = await gameOf('awkward_passes', 'Hundred Passes');
		expect(await platform.findUniverse(crowded.placeId)).toBe(crowded.universeId);
		const passes = await platform.listPasses(crowded.universeId);
		expect(passes.map(({ price }) => price)).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
	});

	test("a group's pass has no user as creator, and an off-sale pass has no price", async () => {
		const passesOf = async (name: string) => platform.listPasses((await gameOf('awkward_passes', name)).universeId);
		expect((await passesOf('Guild Island'))[0]).toMatchObject({ creatorId: null, isForSale: true });
		expect((await passesOf('Off-sale Orchard'))[0]).toMatchObject({ price: null, isForSale: false });
	});

	test('returns null for a picture that fails, and requests it again', async () => {
		await breakDown({ kind: '500', path: '/v1/users/avatar-headshot' });
		const userId = await idOf('sandbox_player');
		expect(await platform.findAvatarUrl(userId)).toBeNull();
		await control('DELETE', '/faults');
		expect(await platform.findAvatarUrl(userId)).toMatch(/^http/);
	});

	test('lists a newly made game at the next request', async () => {
		const userId = await idOf('sandbox_player');
		const before = (await platform.listGames(userId)).length;
		await control('POST', '/platform/games', { ownerId: userId, name: 'Just Made' });
		expect((await platform.listGames(userId)).map(({ Name }) => Name)).toContain('Just Made');
		expect(await platform.listGames(userId)).toHaveLength(before + 1);
	});

	test('reads passes again on every call', async () => {
		const { universeId } = await gameOf('sandbox_player');
		const [before] = await platform.listPasses(universeId);
		await control('PATCH', `/platform/passes/${before?.id}`, { price: 12_345 });
		expect((await platform.listPasses(universeId))[0]?.price).toBe(12_345);
	});

	test('falls back to the older passes endpoint if the current one fails', async () => {
		const { universeId } = await gameOf('sandbox_player');
		const passes = await platform.listPasses(universeId);
		for (const kind of ['404', '500']) {
			await control('DELETE', '/faults');
			await breakDown({ kind, path: '/game-passes/v1/universes' });
			expect(await platform.listPasses(universeId)).toEqual(passes);
		}
	});

	test.each([
		['sandbox_player', 'Skyline Racers (regional pricing on)', true],
		['sandbox_player', 'Harbor Builders', false],
		['sandbox_player', 'Lantern Woods', false],
		['awkward_passes', 'Optimised Reef', true],
	])('regional pricing or price optimization of a pass of %s in %s is %s', async (user, name, isOn) => {
		const [pass] = await platform.listPasses((await gameOf(user, name)).universeId);
		expect(await platform.findPassPricing(pass?.id ?? 0)).toEqual({ defaultPrice: pass?.price, isRegional: isOn });
	});

	test('an unknown place has no universe', async () => expect(await platform.findUniverse(4_040_404)).toBeUndefined());

	test.each(['429', '500', '503', 'garbage', 'reset'])(
		'one %s is retried, and after three attempts the platform is unavailable',
		async (kind) => {
			await breakDown({ kind, remaining: 1, retryAfterSec: 0 });
			expect(await platform.findUser('sandbox_player')).toMatchObject({ name: 'sandbox_player' });
			expect(await requestCount()).toBe(2);
			await breakDown({ kind, retryAfterSec: 0 });
			await expect(platform.findUser('old_player_name')).rejects.toBeInstanceOf(PlatformUnavailable);
			expect(await requestCount()).toBe(5);
		},
	);
});

describe('a misbehaving platform', () => {
	let server: Server;
	let origin: string;
	let answer: (request: IncomingMessage, response: ServerResponse) => void;
	let requests = 0;
	beforeAll(async () => {
		({ server, issuer: origin } = await listen((request, response) => {
			requests += 1;
			answer(request, response);
		}));
	});
	afterAll(() => new Promise((resolve) => server.close(resolve)));
	beforeEach(() => {
		requests = 0;
	});
	const platform = (more?: Parameters<typeof platformAt>[1]) => platformAt(origin, more);
	const json = (response: ServerResponse, body: unknown, status = 200) =>
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

	const game = (id: number) => ({ id, name: `Game ${id}`, rootPlace: { id: id + 100 } });

	const no = { errors: [{ code: 0, message: 'no' }] };
	test.each<[number, object]>([
		[400, no],
		[401, no],
		[403, no],
		[410, no],
		[302, {}],
		[200, { universeId: 'seven' }],
	])(
		'a %i with %j makes the platform unavailable and is not read as an empty list of games or places',
		async (status, body) => {
			answer = (_request, response) => json(response, body, status);
			await expect(platform().listGames(1)).rejects.toBeInstanceOf(PlatformUnavailable);
			await expect(platform().findUniverse(1)).rejects.toBeInstanceOf(PlatformUnavailable);
			await expect(platform().listPasses(1)).rejects.toBeInstanceOf(PlatformUnavailable);
		},
	);

	test.each([
		['an empty body', 404, {}],
		['a list of errors', 404, { errors: [{ code: 3, message: 'no' }] }],
		['a text code', 404, { code: 'NOT_FOUND', message: 'no' }],
		['other field names', 404, { errorCode: 'UniverseNotFound', errorMessage: 'no', field: null, hint: null }],
		['the code of an unknown game', 400, { errorCode: 'UniverseNotFound', errorMessage: '' }],
	])('a refusal with %s is read as an empty list or an unknown place, and not retried', async (_, status, body) => {
		answer = (_request, response) => json(response, body, status);
		expect(await platform().listGames(1)).toEqual([]);
		expect(await platform().findDescription(1)).toBeUndefined();
		requests = 0;
		expect(await platform().findUniverse(1)).toBeUndefined();
		expect(requests).toBe(1);
	});

	test('a failing second page of games makes the whole list fail', async () => {
		answer = ({ url }, response) =>
			url?.includes('cursor=')
				? json(response, { errors: [{ code: 1 }] }, 404)
				: json(response, { data: [game(1)], nextPageCursor: 'next' });
		await expect(platform().listGames(1)).rejects.toBeInstanceOf(PlatformUnavailable);
	});

	test('also reads passes from a list in the data field', async () => {
		const pass = { id: 1, price: 71, isForSale: true };
		const listed = { ...pass, displayName: 'Supporter', creator: { creatorType: 'User', creatorId: 42 } };
		answer = (_request, response) => json(response, { data: [listed], nextPageToken: null });
		expect(await platform().listPasses(7)).toEqual([{ ...pass, name: 'Supporter', creatorId: 42 }]);
	});

	test('a repeated cursor ends every list, and nothing is listed twice', async () => {
		const page = { nextPageCursor: 'same', nextPageToken: 'same' };
		answer = (_request, response) => json(response, { ...page, data: [game(1)] });
		expect(await platform().listGames(1)).toHaveLength(1);
		expect(await platform().listPasses(1)).toHaveLength(1);
		answer = ({ url }, response) =>
			url?.includes('/v1/games/')
				? json(response, { ...page, data: [game(1)] })
				: json(response, { errors: [{ code: 0 }] }, 403);
		expect(await platform().listPasses(1)).toHaveLength(1);
	});

	test('failures of the platform and the end of a failure are noted for the alert', async () => {
		const noted: string[] = [];
		const note = ({ what, outcome }: { what: string; outcome: string }) => void noted.push(`${what} ${outcome}`);
		const watched = platform({ events: { note } });
		answer = (_request, response) => json(response, { errors: [{ code: 0 }] }, 401);
		await expect(watched.listGames(1)).rejects.toBeInstanceOf(PlatformUnavailable);
		await expect(watched.findDescription(1)).rejects.toBeInstanceOf(PlatformUnavailable);
		answer = (_request, response) => json(response, { data: [] });
		await watched.listGames(1);
		await watched.listGames(2);
		expect(noted).toEqual(['games failed', 'descriptions failed', 'games done']);
	});

	test('a retry-after above our limit ends the attempts at once', async () => {
		answer = (_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end();
		const startedAtMs = Date.now();
		await expect(platform().findUniverse(1)).rejects.toBeInstanceOf(PlatformUnavailable);
		expect(Date.now() - startedAtMs).toBeLessThan(10_000);
		expect(requests).toBe(1);
	});

	test('an unknown game has no passes', async () => {
		answer = (_request, response) => json(response, { errorCode: 'UniverseNotFound' }, 404);
		expect(await platform().listPasses(1)).toEqual([]);
		expect(requests).toBe(1);
	});

	test('a misbehaving platform does not find a user by the former name of another', async () => {
		answer = (_request, response) =>
			json(response, { data: [{ requestedUsername: 'alpha', id: 5, name: 'beta', displayName: 'alpha' }] });
		expect(await platform().findUser('alpha')).toBeUndefined();
	});
});
