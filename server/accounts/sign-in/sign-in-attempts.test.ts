import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { cookieOf, newEmail, ORIGIN, openSite, PASSWORD, signUpForm } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { insertActionCode } from '../account-store.ts';
import { makeCode } from './one-time-code.ts';
import { createSignInAttempts } from './sign-in-attempts.ts';

const database = openTestDatabase({ poolSize: 12 });

let addresses = 0;
const strangeAddress = () => `10.7.${++addresses >> 8}.${addresses & 255}`;

function setUp() {
	const clock = { nowMs: Date.now(), now: () => clock.nowMs };
	const attempts = createSignInAttempts({ db: database.app, clock });
	const guess = (email: string) => attempts.take({ email, ip: strangeAddress() });
	return { attempts, guess, clock };
}

async function signedInFrom(ip: string): Promise<string> {
	const email = newEmail();
	await sql`
		with account as (
			insert into auth_user (name, email, email_verified, age_known) values ('P', ${email}, true, true) returning id
		)
		insert into auth_session (user_id, token, expires_at, ip_address, updated_at)
		select id, ${email}, now() + interval '1 day', ${ip}, now() from account
	`.execute(database.owner);
	return email;
}

test('guessing one account has ten attempts without a delay; then delays grow up to five minutes', async () => {
	const { guess, clock } = setUp();
	const email = newEmail();
	for (let tries = 0; tries < 10; tries++) expect(await guess(email)).toBeUndefined();
	const waits: number[] = [];
	for (let tries = 0; tries < 12; tries++) {
		const ms = (await guess(email)) ?? 0;
		waits.push(ms);
		clock.nowMs += ms - 1;
		expect(await guess(email)).toBe(1);
		clock.nowMs += 1;
		expect(await guess(email)).toBeUndefined();
	}
	expect(waits.slice(0, 5)).toEqual([1000, 2000, 4000, 8000, 16_000]);
	expect(waits.at(-1)).toBe(5 * MINUTE_MS);
});

test('guessing one account has ten attempts without a delay, even if a hundred run concurrently', async () => {
	const { guess } = setUp();
	const email = newEmail();
	const answers = await Promise.all(Array.from({ length: 100 }, () => guess(email)));
	expect(answers.filter((waitMs) => waitMs === undefined)).toHaveLength(10);
});

test('guessing one account is counted the same for unknown accounts', async () => {
	const run = async (email: string) => {
		const { guess } = setUp();
		const waits = [];
		for (let tries = 0; tries < 12; tries++) waits.push(await guess(email));
		return waits;
	};
	expect(await run(newEmail())).toEqual(await run(await signedInFrom('203.0.113.9')));
});

test('guessing one account is counted once per account, in upper and lower case of the address', async () => {
	const { guess } = setUp();
	const email = newEmail();
	for (let tries = 0; tries < 10; tries++) await guess(tries % 2 ? email : email.toUpperCase());
	expect(await guess(email)).toBeGreaterThan(0);
});

test('guessing one account does not delay its owner at an IP address with an existing session', async () => {
	const { attempts, guess } = setUp();
	const email = await signedInFrom('2001:db8:7:7::1');
	for (let tries = 0; tries < 12; tries++) await guess(email);
	expect(await guess(email)).toBeGreaterThan(0);
	expect(await attempts.take({ email, ip: '2001:db8:7:7:ffff::2' })).toBeUndefined();
	expect(await attempts.take({ email, ip: '2001:db8:7:8::1' })).toBeGreaterThan(0);
});

test('the counter of an account is reset by the right password, and 15 minutes after the last attempt', async () => {
	const { attempts, guess, clock } = setUp();
	const [email, other] = [newEmail(), newEmail()];
	for (let tries = 0; tries < 11; tries++) await Promise.all([guess(email), guess(other)]);
	await attempts.succeed({ email, ip: '198.51.100.250' });
	expect(await guess(email)).toBeUndefined();
	clock.nowMs += 15 * MINUTE_MS;
	for (let tries = 0; tries < 10; tries++) expect(await guess(other)).toBeUndefined();
});

test("a visitor's failed attempts do not delay other visitors, even if this visitor keeps trying while delayed", async () => {
	const { attempts, clock } = setUp();
	const [email, ip] = [newEmail(), '203.0.113.61'];
	for (let tries = 0; tries < 10; tries++) await attempts.take({ email, ip });
	for (let tries = 0; tries < 100; tries++) expect(await attempts.take({ email, ip })).toBeGreaterThan(0);
	clock.nowMs += 1_000;
	expect(await attempts.take({ email, ip: strangeAddress() })).toBeUndefined();
});

test('guessing from one subnet has thirty attempts without a delay', async () => {
	const { attempts } = setUp();
	const ip = (index: number) => `2001:db8:9:9:${index.toString(16)}::1`;
	const take = (index: number) => attempts.take({ email: newEmail(), ip: ip(index) });
	const waits = await Promise.all(Array.from({ length: 40 }, (_, index) => take(index)));
	expect(waits.filter((waitMs) => waitMs === undefined)).toHaveLength(30);
});

test('guessing from one subnet stays counted if the visitor signs in to their own account in between', async () => {
	const { attempts } = setUp();
	const ip = '203.0.113.88';
	const own = { email: newEmail(), ip };
	for (let tries = 0; tries < 28; tries++) {
		expect(await attempts.take({ email: newEmail(), ip })).toBeUndefined();
		expect(await attempts.take(own)).toBeUndefined();
		await attempts.succeed(own);
	}
	for (let tries = 0; tries < 2; tries++) expect(await attempts.take({ email: newEmail(), ip })).toBeUndefined();
	expect(await attempts.take({ email: newEmail(), ip })).toBeGreaterThan(0);
});

test('guessing from one subnet is not delayed if every sign-in succeeds', async () => {
	const { attempts } = setUp();
	for (let tries = 0; tries < 60; tries++) {
		const attempt = { email: newEmail(), ip: '203.0.113.77' };
		expect(await attempts.take(attempt)).toBeUndefined();
		await attempts.succeed(attempt);
	}
});

// A clock that stands still: on a busy machine, delays would end between two requests.
const startedMs = Date.now();
const site = openSite(database, { env: { RATE_LIMITS: 'on' }, clock: { now: () => startedMs } });

test('a refusal states the wait in the header and the message', async () => {
	const { email } = await site.signUp();
	const signIn = (index: number, password: string) =>
		site.post('/auth/sign-in/email', { email, password }, {}, `192.0.2.${index}`);
	for (let tries = 0; tries < 10; tries++) {
		expect((await signIn(tries, 'wrong horse battery')).json().code).toBe('auth/invalid-credential');
	}
	const refused = await signIn(50, PASSWORD);
	const message = 'Too many attempts. Try again in 1 second.';
	const failure = { message, reason: 'too-many-attempts', params: { seconds: 1 } };
	expect([refused.statusCode, refused.json()]).toEqual([429, { code: 'auth/too-many-requests', ...failure }]);
	expect(refused.headers['retry-after']).toBe('1');
	site.advance(1_000);
	expect((await signIn(51, PASSWORD)).statusCode).toBe(200);
	expect((await signIn(52, 'wrong horse battery')).statusCode).toBe(401);
});

const WRONG = 'wrong horse battery';
const post = (path: string, payload: object, { cookie = '', ip = strangeAddress() } = {}) =>
	site.post(`/auth${path}`, payload, { origin: ORIGIN, ...(cookie && { cookie }) }, ip);
const signIn = (email: string, { password = PASSWORD, ...from }: { password?: string; cookie?: string; ip?: string }) =>
	post('/sign-in/email', { email, password }, from);
const knownDeviceOf = (answer: LightMyRequestResponse) => cookieOf(answer, 'lootpass.known_devices=');

async function person() {
	const email = newEmail();
	const uid: string = (await post('/sign-up/email', signUpForm({ email }))).json().user.id;
	await sql`delete from auth_session where user_id = ${uid}`.execute(database.owner);
	const cookie = knownDeviceOf(await signIn(email, {}));
	expect(cookie).not.toBe('');
	return { email, uid, cookie };
}

async function attack(email: string, guesses = 30): Promise<void> {
	const answers: number[] = [];
	for (let tries = 0; tries < guesses; tries++) answers.push((await signIn(email, { password: WRONG })).statusCode);
	expect(answers.at(-1)).toBe(429);
}

test('the attack does not delay the owner in a known browser, 14 of 14 times', async () => {
	const { email, uid, cookie } = await person();
	const answers: number[] = [];
	for (let times = 0; times < 14; times++) {
		await attack(email, 12);
		// Without a session, no IP is exempt.
		await sql`delete from auth_session where user_id = ${uid}`.execute(database.owner);
		answers.push((await signIn(email, { cookie })).statusCode);
	}
	expect(answers).toEqual(Array(14).fill(200));
});

test('the attack does not delay the owner in a known browser, even at the IP of the attacker', async () => {
	const { email, cookie } = await person();
	const ip = strangeAddress();
	for (let tries = 0; tries < 21; tries++) await signIn(email, { password: WRONG, ip });
	expect((await signIn(email, { ip })).statusCode).toBe(429);
	expect((await signIn(email, { ip, cookie })).statusCode).toBe(200);
});

test('the attack delays a browser that is known for another account or has a forged cookie', async () => {
	const [victim, attacker] = [await person(), await person()];
	await attack(victim.email);
	const [value = ''] = attacker.cookie.split('=').slice(1);
	const forged = [attacker.cookie, `lootpass.known_devices=${value.slice(0, -1)}A`, 'lootpass.known_devices=~~.'];
	for (const cookie of forged) expect((await signIn(victim.email, { cookie })).statusCode).toBe(429);
});

test('the attack delays a known browser that guesses, too', async () => {
	const { email, cookie } = await person();
	const answers: number[] = [];
	for (let tries = 0; tries < 12; tries++) answers.push((await signIn(email, { password: WRONG, cookie })).statusCode);
	expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
});

test('the attack does not delay a new browser that has used a mailed reset link', async () => {
	const { email, uid } = await person();
	await attack(email);
	expect((await signIn(email, {})).statusCode).toBe(429);
	const { code, hash } = makeCode();
	const link = { hash, uid, purpose: 'reset-password', email, expiresAtMs: Date.now() + MINUTE_MS * 60 } as const;
	await inTransaction(database.app, (tx) => insertActionCode(tx, link));
	const password = 'another staple entirely';
	const reset = await post('/reset-password', { code, password });
	expect([reset.statusCode, reset.json()]).toEqual([200, { success: true }]);
	expect((await signIn(email, { password, cookie: knownDeviceOf(reset) })).statusCode).toBe(200);
});

test.each([
	['send-verification-email', {}],
	['change-email', { newEmail: newEmail() }],
])('the fourth mail in an hour requested by %s is refused', async (path, body) => {
	const { sessionToken } = await site.signUp();
	const request = () => site.post(`/auth/${path}`, body, { authorization: `Bearer ${sessionToken}` });
	for (let mails = 0; mails < 3; mails++) expect((await request()).statusCode).toBe(200);
	const refused = await request();
	expect([refused.statusCode, refused.json().code]).toEqual([429, 'auth/too-many-requests']);
	expect(refused.json().message).toMatch(/Try again in (59|60) minutes\.$/);
	expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
});
