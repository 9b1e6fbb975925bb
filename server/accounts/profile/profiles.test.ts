import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openPlatform, openProfileSite, type Person } from '../../../test/sites/identity-site.ts';
import { bearer, send } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const platform = openPlatform();
const site = openProfileSite(database, { platform });

type Whom = Pick<Person, 'uid' | 'accessToken'>;

function patch({ uid, accessToken }: Whom, payload: unknown, { app } = site) {
	const url = `/data/users/${uid}`;
	return app.inject({ method: 'PATCH', url, payload: payload as object, headers: bearer(accessToken) });
}

const read = ({ uid, accessToken }: Whom) => site.get(`/data/users/${uid}`, bearer(accessToken));

async function addPlatformUser(): Promise<{ id: number; name: string }> {
	const name = `Player${randomUUID().replaceAll('-', '').slice(0, 12)}`;
	return (await send('POST', `${platform.origin()}/control/platform/users`, { name })).body;
}

async function ownersOf(platformUserId: number): Promise<string[]> {
	const { rows } = await sql<{ uid: string }>`
		select uid from linked_game_accounts where platform_user_id = ${platformUserId}
		union select uid from users where platform_user_id = ${platformUserId}
	`.execute(owner);
	return rows.map(({ uid }) => uid);
}

describe('getRobloxUser', () => {
	const unknown = 'No Roblox user has this name. Check the spelling.';

	// spec: 7.get-roblox-user
	test('finds a Roblox user with avatar, ignoring case', async () => {
		const { accessToken } = await site.signUp();
		const answer = await site.call('getRobloxUser', { username: ' SANDBOX_player ' }, accessToken);
		const result = { userId: expect.any(Number), avatarUrl: expect.stringMatching(/^http:\/\/localhost/) };
		expect(answer.json()).toEqual({ result });
	});

	test.each([
		['an unknown name', 'unknown_name', 404, unknown],
		['a former name of a user', 'old_player_name', 404, unknown],
		['a user banned on the platform', 'banned_player', 404, unknown],
		['an invalid name', 'ab/../', 404, unknown],
		['nothing', '  ', 400, 'Username is required'],
		['a missing name', undefined, 400, 'Username is required'],
		['null', null, 400, 'Username is required'],
	])('refuses %s', async (_what, username, status, message) => {
		const { accessToken } = await site.signUp();
		const answer = await site.call('getRobloxUser', { username }, accessToken);
		expect([answer.statusCode, answer.json().error.message]).toEqual([status, message]);
	});
});

// spec: 7.get-roblox-games
test("getRobloxGames lists the user's games with their thumbnails", async () => {
	const { accessToken } = await site.signUp();
	const { userId } = (await site.call('getRobloxUser', { username: 'sandbox_player' }, accessToken)).json().result;
	const games = (await site.call('getRobloxGames', { userId }, accessToken)).json().result;
	expect(games).toContainEqual({
		Name: 'Harbor Builders',
		PlaceID: expect.any(Number),
		UniverseID: expect.any(Number),
		ThumbnailUrl: expect.any(String),
	});
});

test('getRobloxGames returns an empty list for a user without games', async () => {
	const { accessToken } = await site.signUp();
	const { userId } = (await site.call('getRobloxUser', { username: 'no_games' }, accessToken)).json().result;
	expect((await site.call('getRobloxGames', { userId }, accessToken)).json()).toEqual({ result: [] });
});

test.each([[{ userId: 0 }], [{ userId: 1.5 }], [{ userId: '1' }], [{}], [null]])(
	'getRobloxGames refuses %j',
	async (data) => {
		const { accessToken } = await site.signUp();
		const answer = await site.call('getRobloxGames', data, accessToken);
		expect(answer.json().error.status).toBe('INVALID_ARGUMENT');
	},
);

// spec: 3.user, 7.read-user
test('the user document has empty defaults for a new user', async () => {
	const answer = await read(await site.signUp());
	const empty = { avatar_url: null, roblox_username: null, role: null, robux: 0, last_access: null };
	expect(answer.json()).toEqual(empty);
	expect(answer.headers['cache-control']).toBe('no-store');
});

// spec: 3.robux-default
test('the user document reports 0 R$ if there is no wallet', async () => {
	const user = await site.signUp();
	await sql`delete from wallets where uid = ${user.uid}`.execute(owner);
	expect((await read(user)).json().robux).toBe(0);
});

// spec: 1.robux-field
test('the user document shows the balance in R$, not in cents', async () => {
	const user = await site.signUp();
	await sql`update wallets set balance = 1234 where uid = ${user.uid}`.execute(owner);
	expect((await read(user)).json().robux).toBe(12.34);
	await sql`update wallets set balance = 0 where uid = ${user.uid}`.execute(owner);
});

// spec: 6.own-document
test.each(['GET', 'PATCH'] as const)('the user document refuses %s for the uid of another user', async (method) => {
	const [mine, other] = [await site.signUp(), await site.signUp()];
	for (const uid of [other.uid, randomUUID(), 'x', mine.uid.toUpperCase()]) {
		const whom = { ...mine, uid };
		const answer = await (method === 'GET' ? read(whom) : patch(whom, { roblox_username: 'second_player' }));
		expect([answer.statusCode, answer.json().error.status]).toEqual([403, 'PERMISSION_DENIED']);
	}
	expect((await read(other)).json().roblox_username).toBeNull();
});

// spec: 3.username-lowercase, 7.update-user
test("a change of the user document links the game account, with its name in lower case and the platform's avatar", async () => {
	const user = await site.signUp();
	const player = await addPlatformUser();
	const answer = await patch(user, { roblox_username: player.name, avatar_url: 'https://evil.example/x.png' });
	expect(answer.json()).toMatchObject({
		roblox_username: player.name.toLowerCase(),
		avatar_url: expect.stringContaining('http://localhost'),
		robux: 0,
	});
	expect((await read(user)).json()).toEqual(answer.json());
	expect(await ownersOf(player.id)).toEqual([user.uid]);
});

test.each([
	['a role', { role: 'Admin' }],
	['a balance', { roblox_username: 'second_player', robux: 1_000 }],
	['an unknown field', { nickname: 'x' }],
	['a number as the name', { roblox_username: 5 }],
	['a name of 201 characters', { roblox_username: 'x'.repeat(201) }],
	['a list', []],
])('a change of the user document with %s is refused and changes nothing', async (_what, payload) => {
	const user = await site.signUp();
	const answer = await patch(user, payload);
	expect([answer.statusCode, answer.json().error.status]).toEqual([400, 'INVALID_ARGUMENT']);
	expect((await read(user)).json()).toMatchObject({ role: null, roblox_username: null });
});

test('a change of the user document is refused for an unknown or empty username', async () => {
	const user = await site.signUp();
	expect((await patch(user, { roblox_username: 'unknown_name' })).json().error.status).toBe('NOT_FOUND');
	expect((await patch(user, { roblox_username: '' })).json().error.message).toBe('Username is required');
});

test('a change of the user document links a game account to only one of twenty concurrent users', async () => {
	const player = await addPlatformUser();
	const people = await Promise.all(Array.from({ length: 20 }, () => site.signUp()));
	const answers = await Promise.all(people.map((user) => patch(user, { roblox_username: player.name })));
	expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
	const refused = answers.find(({ statusCode }) => statusCode !== 200);
	const message = 'This game account is already linked to another account here.';
	const error = { status: 'ALREADY_EXISTS', message, details: { reason: 'username-taken' } };
	expect([refused?.statusCode, refused?.json()]).toEqual([409, { error }]);
	expect(await ownersOf(player.id)).toHaveLength(1);
});

test('a change of the user document can be repeated, even twenty times concurrently', async () => {
	const user = await site.signUp();
	const player = await addPlatformUser();
	const link = () => patch(user, { roblox_username: player.name });
	const answers = await Promise.all(Array.from({ length: 20 }, link));
	expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
	expect(await ownersOf(player.id)).toEqual([user.uid]);
});

test('a change of the user document to another game account frees the first one', async () => {
	const [user, next] = [await site.signUp(), await site.signUp()];
	const [first, second] = [await addPlatformUser(), await addPlatformUser()];
	await patch(user, { roblox_username: first.name });
	expect((await patch(user, { roblox_username: second.name })).statusCode).toBe(200);
	expect((await patch(next, { roblox_username: first.name })).statusCode).toBe(200);
	expect(await ownersOf(first.id)).toEqual([next.uid]);
	expect(await ownersOf(second.id)).toEqual([user.uid]);
});

test('a change of the user document leaves each game account with one user when two users swap concurrently', async () => {
	const [one, other] = [await site.signUp(), await site.signUp()];
	const [first, second] = [await addPlatformUser(), await addPlatformUser()];
	await Promise.all([patch(one, { roblox_username: first.name }), patch(other, { roblox_username: second.name })]);
	const answers = await Promise.all([
		patch(one, { roblox_username: second.name }),
		patch(other, { roblox_username: first.name }),
	]);
	for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
	expect(await ownersOf(first.id)).toHaveLength(1);
	expect(await ownersOf(second.id)).toHaveLength(1);
});

test('a change of the user document reloads the picture from the platform when only the picture is sent', async () => {
	const user = await site.signUp();
	expect((await patch(user, { avatar_url: 'https://evil.example/x.png' })).json().avatar_url).toBeNull();
	const player = await addPlatformUser();
	await patch(user, { roblox_username: player.name });
	await sql`update users set avatar_url = null where uid = ${user.uid}`.execute(owner);
	const answer = await patch(user, { avatar_url: 'https://evil.example/x.png' });
	expect(answer.json().avatar_url).toContain('http://localhost');
});

test('a change of the user document without fields changes nothing', async () => {
	const user = await site.signUp();
	expect((await patch(user, {})).statusCode).toBe(200);
});

const cutOff = openProfileSite(database, { platform: { origin: () => 'http://localhost:1' } });

test('an unavailable platform causes 503 responses and changes nothing', async () => {
	const user = await cutOff.signUp();
	const answer = await patch(user, { roblox_username: 'sandbox_player' }, cutOff);
	expect([answer.statusCode, answer.json().error.status]).toEqual([503, 'UNAVAILABLE']);
	expect((await cutOff.call('getRobloxGames', { userId: 1 }, user.accessToken)).statusCode).toBe(503);
	expect((await read(user)).json().roblox_username).toBeNull();
	expect(cutOff.errors.splice(0)).toHaveLength(2);
});

const limited = openProfileSite(database, { platform, env: { RATE_LIMITS: 'on' } });

test('lookups are limited per user', async () => {
	const [eager, other] = [await limited.signUp(), await limited.signUp()];
	const look = (accessToken: string) => limited.call('getRobloxUser', { username: 'sandbox_player' }, accessToken);
	const answers = await Promise.all(Array.from({ length: 70 }, () => look(eager.accessToken)));
	const refused = answers.filter(({ statusCode }) => statusCode === 429);
	expect(refused).toHaveLength(10);
	expect(refused[0]?.json().error.status).toBe('RESOURCE_EXHAUSTED');
	expect((await look(other.accessToken)).statusCode).toBe(200);
});
