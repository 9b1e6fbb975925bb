import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import { openPlatform, openProfileSite, type Person } from '../../../test/sites/identity-site.ts';
import { bearer, send } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const platform = openPlatform();
const clock = { aheadMs: 0, now: () => Date.now() + clock.aheadMs };
const site = openProfileSite(database, { platform, clock });
const strict = openProfileSite(database, { platform, env: { GAME_ACCOUNT_PROOF: 'always' } });

type Whom = Pick<Person, 'uid' | 'accessToken'>;
type Player = { id: number; name: string };

const link = ({ uid, accessToken }: Whom, { name }: Player, { app } = site) =>
	app.inject({
		method: 'PATCH',
		url: `/data/users/${uid}`,
		payload: { roblox_username: name },
		headers: bearer(accessToken),
	});
const nameOf = async ({ uid, accessToken }: Whom) =>
	(await site.get(`/data/users/${uid}`, bearer(accessToken))).json().roblox_username;
const request = async (
	name: 'startGameAccountProof' | 'finishGameAccountProof',
	player: Player,
	{ accessToken }: Whom,
) => (await site.call(name, { username: player.name }, accessToken)).json();

async function newPlayer(): Promise<Player> {
	const name = `Player${randomUUID().replaceAll('-', '').slice(0, 12)}`;
	return (await send('POST', `${platform.origin()}/control/platform/users`, { name })).body;
}

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
	const [squatter, real, player] = [await site.signUp(), await site.signUp(), await newPlayer()];
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
	const [squatter, real, player] = [await site.signUp(), await site.signUp(), await newPlayer()];
	await link(squatter, player);
	await sql`
		insert into withdrawals (uid, id, order_id, amount, price, roblox_username, platform_user_id, place_id, universe_id,
			pass_id, vendor, is_pre_order, next_ask_at, created_at, updated_at, version)
		values (${squatter.uid}, gen_random_uuid(), gen_random_uuid(), 500, 7, ${player.name}, ${player.id}, 1, 1, 1,
			'rbxcrate', false, now(), now(), now(), 1)
	`.execute(owner);
	await prove(player, real);
	const { rows } = await sql`
		select state, platform_user_id::int as "platformUserId" from withdrawals where uid = ${squatter.uid}
	`.execute(owner);
	await sql`delete from withdrawals`.execute(owner);
	expect(rows).toEqual([{ state: 'requested', platformUserId: player.id }]);
});

test('a game account linked by another user moves, once proven, only to a user with a later proof', async () => {
	const [first, second, player] = [await site.signUp(), await site.signUp(), await newPlayer()];
	await prove(player, first);
	expect((await link(second, player)).statusCode).toBe(409);
	expect(await prove(player, second)).toEqual({ linked: true });
	expect([await nameOf(first), await nameOf(second)]).toEqual([null, player.name.toLowerCase()]);
});

test('a proof phrase fails while it is missing from the description, and can be retried', async () => {
	const [whom, player] = [await site.signUp(), await newPlayer()];
	const phrase = await startProof(player, whom);
	await describeAs(player, phrase.slice(1));
	expect((await request('finishGameAccountProof', player, whom)).result).toEqual({ linked: false });
	expect(await startProof(player, whom)).toBe(phrase);
	await describeAs(player, phrase);
	expect((await request('finishGameAccountProof', player, whom)).result).toEqual({ linked: true });
});

test('a proof phrase is refused for another user, for another account, without a proof, and after use', async () => {
	const [whom, other] = [await site.signUp(), await site.signUp()];
	const [player, another] = [await newPlayer(), await newPlayer()];
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
	const [whom, player] = [await site.signUp(), await newPlayer()];
	await describeAs(player, await startProof(player, whom));
	clock.aheadMs = HOUR_MS;
	const { error } = await request('finishGameAccountProof', player, whom);
	clock.aheadMs = 0;
	expect(error).toMatchObject({ status: 'FAILED_PRECONDITION' });
});

test('a proof phrase links once and notifies once, even if it is used concurrently', async () => {
	const [squatter, real, player] = [await site.signUp(), await site.signUp(), await newPlayer()];
	await link(squatter, player);
	await describeAs(player, await startProof(player, real));
	const all = await Promise.all(Array.from({ length: 6 }, () => request('finishGameAccountProof', player, real)));
	expect(all.filter(({ result }) => result?.linked)).toHaveLength(1);
	expect(await noticesOf(squatter)).toHaveLength(1);
});

test('with mandatory proof, an unproven game account cannot be linked', async () => {
	const [whom, player] = [await site.signUp(), await newPlayer()];
	const refused = await link(whom, player, strict);
	expect([refused.statusCode, refused.json().error.details.reason]).toEqual([403, 'game-account-unproven']);
	expect(await nameOf(whom)).toBeNull();
	await prove(player, whom);
	expect(await nameOf(whom)).toBe(player.name.toLowerCase());
	expect((await link(whom, player, strict)).statusCode).toBe(200);
});
