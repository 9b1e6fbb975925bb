import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { refusal } from '../../../contract/refusals.ts';
import { cookieOf, ORIGIN, openSite, PASSWORD, type Site } from '../../../test/sites/identity-site.ts';
import { bearer, type Json } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { cellOf, rowsOf } from '../../lib/db/database.ts';
import { hashCode } from '../sign-in/one-time-code.ts';
import { createWebSession } from './web-sessions.ts';

const database = openTestDatabase({ poolSize: 25 });
const { owner } = database;
const site = openSite(database);
const INVALID = 'This sign-in link has already been used or has expired. Tap Withdraw in the app again.';
const REFUSED = { status: 'UNAUTHENTICATED', message: INVALID, details: { reason: 'hand-off-invalid' } };
const browser = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' };

const addressCode = async (accessToken: string): Promise<string> =>
	(await site.call('createWebSession', null, accessToken)).json().result.token;
const signInToken = async (accessToken: string): Promise<string> =>
	(await site.call('verifyWebSession', { token: await addressCode(accessToken) })).json().result.token;
const redeem = (token: unknown, headers: Record<string, string> = browser) =>
	site.post('/auth/sign-in/custom-token', { token }, headers);
const signInOnTheWeb = async (email: string) =>
	cookieOf(await site.post('/auth/sign-in/email', { email, password: PASSWORD }, { origin: ORIGIN }));
const countSessions = (uid: string) =>
	cellOf<number>(owner)`select count(*)::int as count from auth_session where user_id = ${uid}`;

// spec: 7.custom-token, 7.verify-web-session
test('the hand-off signs the same user in on the web, in a separate session that can end alone', async () => {
	const { uid, accessToken, sessionToken } = await site.signUp();
	const { token, url, expiresAt } = (await site.call('createWebSession', null, accessToken)).json().result;
	expect(url).toBe(`${ORIGIN}/withdraw?token=${token}`);
	expect(expiresAt).toBeGreaterThan(Date.now() + 55_000);
	expect(expiresAt).toBeLessThan(Date.now() + 61_000);
	const stored = await rowsOf<{ code_hash: Buffer }>(owner)`select * from web_session_codes where uid = ${uid}`;
	expect(stored.map(({ code_hash }) => code_hash)).toEqual([hashCode(token)]);
	expect(JSON.stringify(stored)).not.toContain(token);

	const exchanged = (await site.call('verifyWebSession', { token })).json().result.token;
	expect(exchanged).not.toBe(token);
	const answer = await redeem(exchanged);
	expect(answer.json()).toEqual({ user: expect.objectContaining({ id: uid }) });
	const web = (await site.get('/auth/token', { cookie: cookieOf(answer) })).json().token;
	expect(decodeJwt(web).sub).toBe(uid);
	expect(decodeJwt(web).sid).not.toBe(decodeJwt(accessToken).sid);

	await site.post('/auth/sign-out', {}, { ...browser, cookie: cookieOf(answer) });
	expect((await site.get('/auth/token', { cookie: cookieOf(answer) })).statusCode).toBe(401);
	expect((await site.call('createUser', null, accessToken)).statusCode).toBe(200);
	expect(await site.accessToken(sessionToken)).toEqual(expect.any(String));
});

test('a hand-off is refused if its session ends while it is created', async () => {
	const { uid } = await site.signUp();
	const actor = { uid, sessionId: randomUUID() };
	const deps = { db: database.app, clock: { now: Date.now }, publicUrl: ORIGIN };
	await expect(createWebSession(deps, undefined, { actor })).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('the hand-off keeps at most three valid one-time codes per user, even after twelve concurrent requests', async () => {
	const { accessToken } = await site.signUp();
	const tokens = await Promise.all(Array.from({ length: 12 }, () => addressCode(accessToken)));
	const answers = await Promise.all(tokens.map((token) => site.call('verifyWebSession', { token })));
	expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
});

test('the hand-off revokes the oldest address code when a fourth one is created', async () => {
	const { accessToken } = await site.signUp();
	const tokens: string[] = [];
	for (let index = 0; index < 4; index += 1) {
		tokens.push(await addressCode(accessToken));
		site.advance(1);
	}
	const statuses = [];
	for (const token of tokens) statuses.push((await site.call('verifyWebSession', { token })).statusCode);
	expect(statuses).toEqual([401, 200, 200, 200]);
});

test.each([
	['unknown', 'A'.repeat(43)],
	['empty', ''],
	['endless', 'A'.repeat(5_000)],
	['SQL', "' or 1=1 --"],
])('an address code is refused like a used one when it is %s', async (_what, token) => {
	const answer = await site.call('verifyWebSession', { token });
	expect([answer.statusCode, answer.json().error]).toEqual([401, REFUSED]);
});

test.each([[{}], [null], [{ token: 5 }]])("an address code is rejected when the request's data is %j", async (data) => {
	expect((await site.call('verifyWebSession', data)).json().error.status).toBe('INVALID_ARGUMENT');
});

test('an address code can be checked for its owner without being used', async () => {
	const [owner, other] = [await site.signUp(), await site.signUp()];
	const token = await addressCode(owner.accessToken);
	const check = async (wanted: string, accessToken: string) =>
		(await site.call('checkWebSession', { token: wanted }, accessToken)).json().result.is_of_another;
	expect(await check(token, owner.accessToken)).toBe(false);
	expect(await check(token, other.accessToken)).toBe(true);
	expect(await check('A'.repeat(43), other.accessToken)).toBe(false);
	expect((await site.call('verifyWebSession', { token })).statusCode).toBe(200);
	expect(await check(token, other.accessToken)).toBe(false);
});

test('an address code is invalid after its owner is banned', async () => {
	const { uid, accessToken } = await site.signUp();
	const token = await addressCode(accessToken);
	await site.ban(uid, 'Cheating.');
	expect((await site.call('verifyWebSession', { token })).statusCode).toBe(401);
});

test.each(['', 'A'.repeat(43), 'x', 7, null, undefined, {}, ['A'.repeat(43)]])(
	'a sign-in token is refused like a used one when it is %j',
	async (token) => {
		const answer = await redeem(token);
		const code = 'auth/invalid-custom-token';
		expect([answer.statusCode, answer.json()]).toEqual([401, { code, message: INVALID, reason: code }]);
		expect(answer.headers['set-cookie']).toBeUndefined();
	},
);

test('address codes and sign-in tokens expire after one minute', async () => {
	const { accessToken } = await site.signUp();
	const [address, token] = [await addressCode(accessToken), await signInToken(accessToken)];
	site.advance(60_000);
	expect((await site.call('verifyWebSession', { token: address })).statusCode).toBe(401);
	expect((await redeem(token)).statusCode).toBe(401);
	site.advance(-60_000);
});

test('address codes and sign-in tokens are not accepted in place of each other, and stay valid', async () => {
	const { accessToken } = await site.signUp();
	const [address, token] = [await addressCode(accessToken), await signInToken(accessToken)];
	expect((await redeem(address)).json().code).toBe('auth/invalid-custom-token');
	expect((await site.call('verifyWebSession', { token })).statusCode).toBe(401);
	expect((await site.call('verifyWebSession', { token: address })).statusCode).toBe(200);
	const inApp = await redeem(token, {});
	expect([inApp.json().token, inApp.headers['set-cookie']]).toEqual([expect.any(String), undefined]);
});

test('a sign-in token is invalid after the session that created it has expired', async () => {
	const { uid, accessToken } = await site.signUp();
	const token = await signInToken(accessToken);
	await sql`update auth_session set expires_at = now() - interval '1 day' where user_id = ${uid}`.execute(owner);
	expect((await redeem(token)).statusCode).toBe(401);
	expect(await countSessions(uid)).toBe(1);
});

test.each([
	['sign-out', {}],
	['revoke-other-sessions', {}],
	['change-password', { currentPassword: PASSWORD, newPassword: 'another staple entirely' }],
])('a sign-in token is invalid after its session ended or its owner ended the others by %s', async (path, body) => {
	const { accessToken, sessionToken } = await site.signUp();
	const [address, token] = [await addressCode(accessToken), await signInToken(accessToken)];
	const ended = await site.post(`/auth/${path}`, body, bearer(sessionToken));
	expect(ended.statusCode).toBe(200);
	expect((await redeem(token)).statusCode).toBe(401);
	expect((await site.call('verifyWebSession', { token: address })).statusCode).toBe(401);
});

test('a sign-in token is refused and stays valid in a browser with a session and at another site', async () => {
	const [attacker, victim] = [await site.signUp(), await site.signUp()];
	const cookie = await signInOnTheWeb(victim.email);
	const token = await signInToken(attacker.accessToken);

	const answer = await redeem(token, { ...browser, cookie });
	const body = { code: 'auth/operation-not-allowed', ...refusal('already-signed-in') };
	expect([answer.statusCode, answer.json()]).toEqual([403, body]);
	expect(answer.headers['set-cookie']).toBeUndefined();
	const still = (await site.get('/auth/token', { cookie })).json().token;
	expect(decodeJwt(still).sub).toBe(victim.uid);
	const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
	expect((await redeem(token, elsewhere)).statusCode).toBe(403);
	expect((await redeem(token)).statusCode).toBe(200);
});

test('a sign-in token works despite the cookie of an ended session', async () => {
	const { email, accessToken } = await site.signUp();
	const old = await signInOnTheWeb(email);
	await site.post('/auth/sign-out', {}, { ...browser, cookie: old });
	const answer = await redeem(await signInToken(accessToken), { ...browser, cookie: old });
	expect(answer.statusCode).toBe(200);
	expect((await site.get('/auth/token', { cookie: cookieOf(answer) })).statusCode).toBe(200);
});

test('a sign-in token opens no session for a user banned after the exchange', async () => {
	const { uid, accessToken } = await site.signUp();
	const token = await signInToken(accessToken);
	// Sets only the ban flag, as if the ban had raced with the exchange.
	await sql`update users set banned_at = now(), ban_reason = 'Cheating.', ban_rule = 'staff@1' where uid = ${uid}`.execute(
		owner,
	);
	const answer = await redeem(token);
	expect([answer.statusCode, answer.json().code]).toEqual([403, 'auth/user-disabled']);
	expect(await countSessions(uid)).toBe(1);
});

const limited = openSite(database, { env: { RATE_LIMITS: 'on' } });
const exchange = (token: string, ip: string) => limited.post('/api/verifyWebSession', { data: { token } }, {}, ip);
const enter = (token: string, ip: string) => limited.post('/auth/sign-in/custom-token', { token }, browser, ip);

test('all phones behind one carrier IP can use the hand-off', async () => {
	const carrier = '198.51.100.20';
	const people = await Promise.all(Array.from({ length: 25 }, () => site.signUp()));
	for (const { accessToken } of people) {
		const exchanged = await exchange(await addressCode(accessToken), carrier);
		expect(exchanged.statusCode).toBe(200);
		expect((await enter(exchanged.json().result.token, carrier)).statusCode).toBe(200);
	}
});

test('wrong codes from a carrier IP are rate limited, but valid codes keep working', async () => {
	const carrier = '198.51.100.21';
	const wrong = 'w'.repeat(43);
	const { accessToken } = await site.signUp();
	const answers: number[] = [];
	for (let tries = 0; tries < 12; tries++) {
		answers.push((await (tries % 2 ? exchange : enter)(wrong, carrier)).statusCode);
	}
	expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
	const exchanged = await exchange(await addressCode(accessToken), carrier);
	expect(exchanged.statusCode).toBe(200);
	expect((await enter(exchanged.json().result.token, carrier)).statusCode).toBe(200);
});

const handOff = async (site: typeof limited, accessToken: string) => {
	const { token } = (await site.call('createWebSession', null, accessToken)).json().result;
	const { result } = (await site.call('verifyWebSession', { token })).json();
	return site.post('/auth/sign-in/custom-token', { token: result.token }, browser);
};

test('a user gets ten hand-offs in ten minutes', async () => {
	const { uid, accessToken } = await limited.signUp();
	const statuses = [];
	for (let n = 0; n < 12; n += 1) statuses.push((await handOff(limited, accessToken)).statusCode);
	expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
	expect(await countSessions(uid)).toBe(11);
	limited.advance(10 * 60_000);
	expect((await handOff(limited, accessToken)).statusCode).toBe(200);
});

test('the eleventh session of a hand-off ends the oldest one, and no session of another kind', async () => {
	const { uid, email, accessToken, sessionToken } = await site.signUp();
	const web = await signInOnTheWeb(email);
	const cookies: string[] = [];
	for (let n = 0; n < 12; n += 1) cookies.push(cookieOf(await handOff(site, accessToken)));
	const isOpen = async (cookie: string) => (await site.get('/auth/token', { cookie })).statusCode === 200;
	expect(await Promise.all(cookies.map(isOpen))).toEqual([false, false, ...Array(10).fill(true)]);
	expect([await isOpen(web), await countSessions(uid)]).toEqual([true, 12]);
	expect(await site.accessToken(sessionToken)).toEqual(expect.any(String));
});

describe('a hand-off code redeemed by 300 concurrent requests on two nodes', () => {
	const env = { DATABASE_POOL: '12' };
	const nodes = [openSite(database, { env }), openSite(database, { env })] as const;
	beforeAll(() => {
		for (const { deps } of nodes) deps.db.pool.options.connectionTimeoutMillis = 60_000;
	});

	async function everywhere(request: (node: Site) => Promise<LightMyRequestResponse>) {
		const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => request(nodes[index % 2 ? 1 : 0])));
		const good: Json[] = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json());
		const others = new Set(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200));
		return { good, refused: [...others] };
	}

	test('a hand-off code redeemed by 300 concurrent requests creates one session', async () => {
		const { uid, accessToken } = await nodes[0].signUp();
		const token = await addressCode(accessToken);

		const exchanged = await everywhere((node) => node.call('verifyWebSession', { token }));
		expect([exchanged.good.length, exchanged.refused]).toEqual([1, [401]]);
		const [{ result: exchange }] = exchanged.good as [Json];

		const signedIn = await everywhere((node) => node.post('/auth/sign-in/custom-token', exchange, browser));
		expect([signedIn.good.length, signedIn.refused]).toEqual([1, [401]]);
		expect(await countSessions(uid)).toBe(2);
	});
});
