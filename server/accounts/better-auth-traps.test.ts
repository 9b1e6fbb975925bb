import { createHook } from 'node:async_hooks';
import { scryptSync } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LightMyRequestResponse } from 'fastify';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { authEndpoints } from '../../contract/accounts/auth.ts';
import { authCookies } from '../../contract/accounts/cookies.ts';
import { cookieOf, newEmail, ORIGIN, openSite, PASSWORD, signUpForm } from '../../test/sites/identity-site.ts';
import { bearer } from '../../test/sites/json-client.ts';
import { oneTimePassword } from '../../test/sites/one-time-password.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { cellOf } from '../lib/db/database.ts';

/**
 * One test per known trap of better-auth. More are in the tests of google, account, hand-off and two-factor, and in
 * test/nodes.
 */
const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const site = openSite(database);
const signIn = (email: string, headers: Record<string, string> = browser) =>
	site.post('/auth/sign-in/email', { email, password: PASSWORD }, headers);
const refusal = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json().code];
const browser = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' };

test('only the plugins in use are loaded (CVE-2025-61928)', () => {
	const { plugins } = site.identity.auth.options;
	const own = ['lootpass-account', 'lootpass-provider', 'lootpass-passkeys'];
	expect(plugins.map(({ id }) => id)).toEqual(['jwt', 'custom-token', ...own, 'two-factor']);
});

test('no endpoint creates keys, tokens or accounts for other users', () => {
	const own = Object.values(site.identity.auth.api).map(({ path }) => path?.replace(/^\/lootpass\//, '/auth/'));
	const theirs = Object.keys(authEndpoints).filter((address) => !own.includes(address.replace(/^\w+ /, '')));
	expect(theirs.length).toBeGreaterThan(8);
	for (const endpoint of theirs) expect(endpoint).not.toMatch(/admin|api-key|update-|delete-|link|magic|one-time/);
});

test('a session that outlived a ban is refused, because every request checks the ban too (#10187, #6893)', async () => {
	const { uid, sessionToken, accessToken } = await site.signUp();
	// Sets only the ban flag, as if a sign-in had raced with the ban.
	await sql`update users set banned_at = now(), ban_reason = 'Cheating.', ban_rule = 'staff@1' where uid = ${uid}`.execute(
		owner,
	);
	expect((await site.call('createUser', null, accessToken)).json().error.details).toEqual({
		reason: 'banned',
		params: { why: { message: 'Cheating.' }, contact: expect.any(String) },
	});
	for (const path of ['/account', '/list-sessions']) {
		expect(refusal(await site.get(`/auth${path}`, bearer(sessionToken)))).toEqual([403, 'auth/user-disabled']);
	}
	const { sid } = decodeJwt(accessToken);
	expect(await site.identity.listLiveSessions([String(sid)])).toEqual([]);
});

const proofs = { emailVerified: true, ageKnown: true, secondFactor: true, trustDevice: true };
const smuggled = { role: 'Admin', banned: false, ...proofs };

test.each(Object.keys(authEndpoints).filter((endpoint) => endpoint.startsWith('POST')))(
	'%s rejects each field that clients may not set (#9974)',
	async (endpoint) => {
		const { uid, email } = await site.signUp();
		const signedIn = await signIn(email);
		const headers = { ...browser, cookie: cookieOf(signedIn) };
		for (const [name, value] of Object.entries(smuggled)) {
			const body = { ...(endpoint.includes('sign-up') ? signUpForm() : {}), [name]: value };
			const answer = await site.post(endpoint.slice('POST '.length), body, headers);
			expect(refusal(answer), name).toEqual([400, 'auth/invalid-argument']);
		}
		const { rows } = await sql`
			select u.role, a.email_verified from users u join auth_user a on a.id = u.uid where u.uid = ${uid}
		`.execute(owner);
		expect(rows).toEqual([{ role: null, email_verified: false }]);
	},
);

test('the server calls only getJwks and signJWT through auth.api, which has no rate limits', () => {
	const server = join(import.meta.dirname, '..');
	const used = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts'] }).flatMap((file) =>
		[...readFileSync(join(server, file), 'utf8').matchAll(/\bauth\.api\.(\w+)/g)].map(([, name]) => name),
	);
	expect(used.sort()).toEqual(['getJwks', 'signJWT']);
});

const limited = openSite(database, { env: { RATE_LIMITS: 'on' } });

test('an app session, whose hooks see no bearer token, gets five one-time-password attempts, then 429 with the wait', async () => {
	const { sessionToken } = await limited.signUp();
	const post = (token: string, path: string, body: object) =>
		limited.post(`/auth/two-factor/${path}`, body, bearer(token));
	const { totpURI } = (await post(sessionToken, 'enable', { password: PASSWORD })).json();
	const verified = await post(sessionToken, 'verify-totp', { code: oneTimePassword(totpURI) });
	const { token } = verified.json();
	const tries = [];
	for (let times = 0; times < 5; times += 1) {
		tries.push((await post(token, 'verify-totp', { code: '000000' })).statusCode);
	}
	expect(tries).toEqual([401, 401, 401, 401, 401]);
	limited.advance(-60_000);
	const sixth = await post(token, 'verify-totp', { code: oneTimePassword(totpURI, Date.now() + 30_000) });
	limited.advance(60_000);
	expect(refusal(sixth)).toEqual([429, 'auth/too-many-requests']);
	expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
});

test('a sign-in reuses no session planted in the browser, and adopts no made-up token', async () => {
	const [attacker, victim] = [await site.signUp(), await site.signUp()];
	const planted = cookieOf(await signIn(attacker.email));
	const own = cookieOf(await signIn(victim.email, { ...browser, cookie: planted }));
	expect(own).not.toBe(planted);
	const ownerOf = async (cookie: string) => (await site.get('/auth/account', { cookie })).json().uid;
	expect([await ownerOf(own), await ownerOf(planted)]).toEqual([victim.uid, attacker.uid]);
	const cookie = `lootpass.session_token=${'a'.repeat(32)}.${'b'.repeat(43)}%3D`;
	expect(cookieOf(await signIn(victim.email, { ...browser, cookie }))).not.toContain('a'.repeat(32));
	expect((await site.get('/auth/account', { cookie })).statusCode).toBe(401);
});

const PUBLIC_URL = 'https://lootpass.test';
const secure = openSite(database, { env: { PUBLIC_URL } });
const page = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' };

// spec: 2.cookies
test('the cookies of an HTTPS site are HttpOnly, limited to /auth of this host, and secure by name and attribute', async () => {
	const email = newEmail();
	const childhood = `${new Date().getUTCFullYear() - 9}-05-05`;
	const signedUp = await secure.post('/auth/sign-up/email', signUpForm({ email }), page);
	const cookie = cookieOf(signedUp);
	const headers = { ...page, cookie };
	const { totpURI } = (await secure.post('/auth/two-factor/enable', { password: PASSWORD }, headers)).json();
	await secure.post('/auth/two-factor/verify-totp', { code: oneTimePassword(totpURI) }, headers);
	const answers = [
		signedUp,
		await secure.post('/auth/sign-up/email', signUpForm({ birthDate: childhood }), page),
		await secure.post('/auth/sign-in/email', { email, password: PASSWORD, rememberMe: false }, page),
		await secure.post('/auth/sign-out', {}, headers),
	];
	const cookies = answers.flatMap((answer) => answer.headers['set-cookie'] ?? []);
	const names = cookies.map((each) => each.split('=')[0]);
	for (const name of ['session_token', 'age', 'two_factor', 'dont_remember']) {
		expect(names).toContain(`__Secure-lootpass.${name}`);
	}
	const listed = authCookies.map((name) => `__Secure-lootpass.${name}`);
	expect(names.filter((name) => !listed.includes(name ?? ''))).toEqual([]);
	for (const each of cookies) {
		expect(each).toMatch(/^__Secure-lootpass\./);
		for (const attribute of [/; Path=\/auth(;|$)/, /; HttpOnly(;|$)/, /; Secure(;|$)/, /; SameSite=Lax(;|$)/]) {
			expect(each).toMatch(attribute);
		}
		expect(each).not.toMatch(/; Domain=/i);
	}
	const planted = cookieOf(await signIn(email));
	expect(planted).toMatch(/^lootpass\.session_token=/);
	expect((await secure.get('/auth/account', { cookie: planted })).statusCode).toBe(401);
});

const other = openSite(database, { env: { PUBLIC_URL: 'https://other.test' } });

test('an access token of another site with our keys is rejected by its issuer and audience', async () => {
	const { accessToken } = await other.signUp();
	expect((await other.call('createUser', null, accessToken)).statusCode).toBe(200);
	expect((await site.call('createUser', null, accessToken)).json().error.status).toBe('UNAUTHENTICATED');
});

describe('account existence', () => {
	const site = openSite(database, { fullPricePasswords: true });
	/** Counts hashes, because timings are unreliable on a busy machine. */
	let hashes = 0;
	let hashesOfLibuv = 0;
	const counter = createHook({
		init(_id, type) {
			if (type === 'SCRYPTREQUEST') hashesOfLibuv += 1;
		},
	});
	const { postMessage } = Worker.prototype;
	beforeAll(() => {
		counter.enable();
		vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, job) {
			hashes += 1;
			return postMessage.call(this, job);
		});
	});
	afterAll(() => {
		counter.disable();
		vi.restoreAllMocks();
	});

	async function workOf(path: string, body: object) {
		hashes = 0;
		const { statusCode, headers, body: text } = await site.post(`/auth${path}`, body);
		const names = Object.keys(headers).filter((name) => name !== 'date');
		return { hashes, statusCode, names, text };
	}

	test('passwords are hashed at full cost, outside the threads that DNS and files need', async () => {
		const { uid } = await site.signUp();
		expect(hashesOfLibuv).toBe(0);
		const stored = await cellOf<string>(owner)`select password from auth_account where user_id = ${uid}`;
		const [salt = '', key] = stored?.split(':') ?? [];
		const price = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 };
		expect(salt).toMatch(/^[0-9a-f]{32}$/);
		expect(key).toBe(scryptSync(PASSWORD, salt, 64, price).toString('hex'));
	});

	// spec: 8.identity
	test('a failed sign-in reveals neither an account nor its ban and hashes once either way', async () => {
		const { uid, email } = await site.signUp();
		const password = 'wrong horse battery';
		const known = await workOf('/sign-in/email', { email, password });
		expect(known).toMatchObject({ statusCode: 401, hashes: 1 });
		expect(await workOf('/sign-in/email', { email: newEmail(), password })).toEqual(known);
		await site.ban(uid, 'Cheating.');
		expect(await workOf('/sign-in/email', { email, password })).toEqual(known);
	});

	test('a reset request does not reveal whether the account exists, and queues the same job', async () => {
		const [email, unknown] = [(await site.signUp()).email, newEmail()];
		const known = await workOf('/request-password-reset', { email });
		expect(known).toMatchObject({ statusCode: 200, hashes: 0, text: '{"success":true}' });
		expect(await workOf('/request-password-reset', { email: unknown })).toEqual(known);
		const { rows } = await sql`
			select from graphile_worker._private_jobs where payload ->> 'email' in (${email}, ${unknown})
		`.execute(owner);
		expect(rows).toHaveLength(2);
	});
});
