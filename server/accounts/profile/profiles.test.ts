import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import { insertOrders } from '../../../test/payouts/fake-withdrawals.ts';
import { openPlatform, openProfileSite, type Person } from '../../../test/sites/identity-site.ts';
import { bearer, send } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { cellsOf } from '../../lib/db/database.ts';

const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const platform = openPlatform();
const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs };
const site = openProfileSite(database, { platform, clock });
const strict = openProfileSite(database, { platform, env: { GAME_ACCOUNT_PROOF: 'always' } });

type Whom = Pick<Person, 'uid' | 'accessToken'>;
type Player = { id: number; name: string };

function patch({ uid, accessToken }: Whom, payload: unknown, { app } = site) {
	const url = `/data/users/${uid}`;
	return app.inject({ method: 'PATCH', url, payload: payload as object, headers: bearer(accessToken) });
}

const read = ({ uid, accessToken }: Whom) => site.get(`/data/users/${uid}`, bearer(accessToken));

const link = (whom: Whom, { name }: Player, at = site) => patch(whom, { roblox_username: name }, at);

async function addPlatformUser(): Promise<Player> {
	const name = `Player${randomUUID().replaceAll('-', '').slice(0, 12)}`;
	return (await send('POST', `${platform.origin()}/control/platform/users`, { name })).body;
}

async function ownersOf(platformUserId: number): Promise<string[]> {
	return cellsOf<string>(owner)`
		select uid from linked_game_accounts where platform_user_id = ${platformUserId}
		union select uid from users where platform_user_id = ${platformUserId}
	`;
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
test("getRobloxGames lists the user's games with their thumbnails, or none", async () => {
	const { accessToken } = await site.signUp();
	const gamesOf = async (username: string) => {
		const { userId } = (await site.call('getRobloxUser', { username }, accessToken)).json().result;
		return (await site.call('getRobloxGames', { userId }, accessToken)).json().result;
	};
	expect(await gamesOf('sandbox_player')).toContainEqual({
		Name: 'Harbor Builders',
		PlaceID: expect.any(Number),
		UniverseID: expect.any(Number),
		ThumbnailUrl: expect.any(String),
	});
	expect(await gamesOf('no_games')).toEqual([]);
});

test.each([[{ userId: 0 }], [{ userId: 1.5 }], [{ userId: '1' }], [{}], [null]])(
	'getRobloxGames refuses %j',
	async (data) => {
		const { accessToken } = await site.signUp();
		const answer = await site.call('getRobloxGames', data, accessToken);
		expect(answer.json().error.status).toBe('INVALID_ARGUMENT');
	},
);

// spec: 3.user, 7.read-user, 3.robux-default, 1.robux-field
test('the user document has empty defaults, the balance in R$, not in cents, and 0 R$ if there is no wallet', async () => {
	const user = await site.signUp();
	const answer = await read(user);
	const empty = { avatar_url: null, roblox_username: null, role: null, robux: 0, last_access: null };
	expect(answer.json()).toEqual(empty);
	expect(answer.headers['cache-control']).toBe('no-store');
	await sql`update wallets set balance = 1234 where uid = ${user.uid}`.execute(owner);
	expect((await read(user)).json().robux).toBe(12.34);
	await sql`delete from wallets where uid = ${user.uid}`.execute(owner);
	expect((await read(user)).json().robux).toBe(0);
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
	const answers = await Promise.all(people.map((user) => link(user, player)));
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
	const answers = await Promise.all(Array.from({ length: 20 }, () => link(user, player)));
	expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
	expect(await ownersOf(player.id)).toEqual([user.uid]);
});

test('a change of the user document to another game account frees the first one', async () => {
	const [user, next] = [await site.signUp(), await site.signUp()];
	const [first, second] = [await addPlatformUser(), await addPlatformUser()];
	await link(user, first);
	expect((await link(user, second)).statusCode).toBe(200);
	expect((await link(next, first)).statusCode).toBe(200);
	expect(await ownersOf(first.id)).toEqual([next.uid]);
	expect(await ownersOf(second.id)).toEqual([user.uid]);
});

test('a change of the user document leaves each game account with one user when two users swap concurrently', async () => {
	const [one, other] = [await site.signUp(), await site.signUp()];
	const [first, second] = [await addPlatformUser(), await addPlatformUser()];
	await Promise.all([link(one, first), link(other, second)]);
	const answers = await Promise.all([link(one, second), link(other, first)]);
	for (const { statusCode } of answers) expect([200, 409]).toContain(statusCode);
	expect(await ownersOf(first.id)).toHaveLength(1);
	expect(await ownersOf(second.id)).toHaveLength(1);
});

test('a change of the user document reloads the picture from the platform when only the picture is sent', async () => {
	const user = await site.signUp();
	expect((await patch(user, { avatar_url: 'https://evil.example/x.png' })).json().avatar_url).toBeNull();
	const player = await addPlatformUser();
	await link(user, player);
	await sql`update users set avatar_url = null where uid = ${user.uid}`.execute(owner);
	const answer = await patch(user, { avatar_url: 'https://evil.example/x.png' });
	expect(answer.json().avatar_url).toContain('http://localhost');
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

const nameOf = async (whom: Whom) => (await read(whom)).json().roblox_username;
const request = async (
	name: 'startGameAccountProof' | 'finishGameAccountProof',
	player: Player,
	{ accessToken }: Whom,
) => (await site.call(name, { username: player.name }, accessToken)).json();

const describeAs = ({ id }: Player, description: string) =>
	send('PATCH', `${platform.origin()}/control/platform/users/${id}`, { description });

async function startProof(player: Player, whom: Whom): Promise<string> {
	const { result } = await request('startGameAccountProof', player, whom);
	expect(result).toEqual({ phrase: expect.stringMatching(/^[a-z]+( [a-z]+){5}$/), expiresAt: expect.any(Number) });
	return result.phrase;
}

async function prove(player: Player, whom: Whom): Promise<unknown> {
	await describeAs(player, `Hello!\n${(await startProof(player, whom)).toUpperCase().replace(' ', '\n')}\nBye.`);
	return (await request('finishGameAccountProof', player, whom)).result;
}

const noticesOf = async ({ accessToken }: Whom) => (await site.call('getNotices', {}, accessToken)).json().result.items;

test('a game account linked by another user moves to the owner who proves it, and the other user is notified', async () => {
	const [squatter, real, player] = [await site.signUp(), await site.signUp(), await addPlatformUser()];
	await link(squatter, player);
	expect((await link(real, player)).statusCode).toBe(409);
	expect(await prove(player, real)).toEqual({ linked: true });
	const name = player.name.toLowerCase();
	expect([await nameOf(real), await nameOf(squatter)]).toEqual([name, null]);
	expect(await noticesOf(squatter)).toMatchObject([{ kind: 'game-account-lost', data: { username: name } }]);
	expect(await noticesOf(real)).toEqual([]);
	expect((await link(squatter, player)).statusCode).toBe(409);
});

test("a game account linked by another user still pays the previous user's open withdrawal to that game account", async () => {
	const [squatter, real, player] = [await site.signUp(), await site.signUp(), await addPlatformUser()];
	await link(squatter, player);
	await insertOrders(owner, { uid: squatter.uid, roblox_username: player.name, platform_user_id: player.id });
	await prove(player, real);
	const { rows } = await sql`
		select state, platform_user_id::int as "platformUserId" from withdrawals where uid = ${squatter.uid}
	`.execute(owner);
	await sql`delete from withdrawals`.execute(owner);
	expect(rows).toEqual([{ state: 'requested', platformUserId: player.id }]);
});

test('a game account linked by another user moves, once proven, only to a user with a later proof', async () => {
	const [first, second, player] = [await site.signUp(), await site.signUp(), await addPlatformUser()];
	await prove(player, first);
	expect((await link(second, player)).statusCode).toBe(409);
	expect(await prove(player, second)).toEqual({ linked: true });
	expect([await nameOf(first), await nameOf(second)]).toEqual([null, player.name.toLowerCase()]);
});

test('a proof phrase fails while it is missing from the description, and can be retried', async () => {
	const [whom, player] = [await site.signUp(), await addPlatformUser()];
	const phrase = await startProof(player, whom);
	await describeAs(player, phrase.slice(1));
	expect((await request('finishGameAccountProof', player, whom)).result).toEqual({ linked: false });
	expect(await startProof(player, whom)).toBe(phrase);
	await describeAs(player, phrase);
	expect((await request('finishGameAccountProof', player, whom)).result).toEqual({ linked: true });
});

test('a proof phrase is refused for another user, for another account, without a proof, and after use', async () => {
	const [whom, other] = [await site.signUp(), await site.signUp()];
	const [player, another] = [await addPlatformUser(), await addPlatformUser()];
	const refused = { status: 'FAILED_PRECONDITION', details: { reason: 'game-account-proof-over' } };
	const phrase = await startProof(player, whom);
	for (const one of [player, another]) await describeAs(one, phrase);
	expect((await request('finishGameAccountProof', another, whom)).error).toMatchObject(refused);
	expect((await request('finishGameAccountProof', player, other)).error).toMatchObject(refused);
	await startProof(player, other);
	expect((await request('finishGameAccountProof', player, other)).result).toEqual({ linked: false });
	expect((await request('finishGameAccountProof', player, whom)).result).toEqual({ linked: true });
	expect((await request('finishGameAccountProof', player, whom)).error).toMatchObject(refused);
});

test('a proof phrase expires after an hour', async () => {
	const [whom, player] = [await site.signUp(), await addPlatformUser()];
	await describeAs(player, await startProof(player, whom));
	clock.aheadMs = HOUR_MS;
	const { error } = await request('finishGameAccountProof', player, whom);
	clock.aheadMs = 0;
	expect(error).toMatchObject({ status: 'FAILED_PRECONDITION' });
});

test('a proof phrase links once and notifies once, even if it is used concurrently', async () => {
	const [squatter, real, player] = [await site.signUp(), await site.signUp(), await addPlatformUser()];
	await link(squatter, player);
	await describeAs(player, await startProof(player, real));
	const all = await Promise.all(Array.from({ length: 6 }, () => request('finishGameAccountProof', player, real)));
	expect(all.filter(({ result }) => result?.linked)).toHaveLength(1);
	expect(await noticesOf(squatter)).toHaveLength(1);
});

test('with mandatory proof, an unproven game account cannot be linked', async () => {
	const [whom, player] = [await site.signUp(), await addPlatformUser()];
	const refused = await link(whom, player, strict);
	expect([refused.statusCode, refused.json().error.details.reason]).toEqual([403, 'game-account-unproven']);
	expect(await nameOf(whom)).toBeNull();
	await prove(player, whom);
	expect(await nameOf(whom)).toBe(player.name.toLowerCase());
	expect((await link(whom, player, strict)).statusCode).toBe(200);
});
