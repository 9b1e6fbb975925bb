import { createHash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import { cookieOf, ORIGIN, openSite, PASSWORD } from '../../../test/sites/identity-site.ts';
import { bearer } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowsOf } from '../../lib/db/database.ts';

const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const site = openSite(database);

async function signIn(email: string, headers: Record<string, string> = {}) {
	return site.post('/auth/sign-in/email', { email, password: PASSWORD }, headers);
}

async function signInAsBrowser() {
	const { email, uid } = await site.signUp();
	return { uid, email, cookie: cookieOf(await signIn(email, { origin: ORIGIN })) };
}

const sessionsOf = (uid: string) =>
	rowsOf<{ id: string; token: string; expires_at: Date }>(owner)`
		select id, token, expires_at from auth_session where user_id = ${uid} order by created_at
	`;

async function answerTo(accessToken: string) {
	const answer = await site.call('createUser', null, accessToken);
	return answer.json().error?.status ?? 'OK';
}

// spec: 7.password
test('sign-in opens a new session for each correct password', async () => {
	const { email, uid, sessionToken } = await site.signUp();
	const answer = await signIn(email.toUpperCase());
	expect(answer.statusCode).toBe(200);
	expect(answer.json().token).not.toBe(sessionToken);
	expect(await sessionsOf(uid)).toHaveLength(2);
});

test.each([
	['a wrong password', { password: 'something else' }, 401, 'auth/invalid-credential'],
	['an unknown address', { email: 'unknown@test.example' }, 401, 'auth/invalid-credential'],
	['an invalid address', { email: undefined }, 400, 'auth/invalid-argument'],
	['an address with a NUL', { email: 'a\u0000@test.example' }, 400, 'auth/invalid-argument'],
])('sign-in refuses %s', async (_what, changes, status, code) => {
	const { email } = await site.signUp();
	const answer = await site.post('/auth/sign-in/email', { email, password: PASSWORD, ...changes });
	expect([answer.statusCode, answer.json()]).toEqual([status, { code, message: expect.any(String), reason: code }]);
});

test('sign-in never redirects to a requested callback URL', async () => {
	const { email } = await site.signUp();
	const form = { email, password: PASSWORD, callbackURL: 'https://evil.example/' };
	const answer = await site.post('/auth/sign-in/email', form);
	expect(answer.headers.location).toBeUndefined();
});

test('the session token is stored only as a hash, which opens no session', async () => {
	const { uid, sessionToken } = await site.signUp();
	const [session] = await sessionsOf(uid);
	expect(session?.token).toBe(createHash('sha256').update(sessionToken).digest('base64url'));
	const answer = await site.get('/auth/token', bearer(session?.token as string));
	expect([answer.statusCode, answer.json().code]).toEqual([401, 'auth/user-token-expired']);
});

test('the session token extends its session when it is used after a day, and stays the same', async () => {
	const { uid, sessionToken } = await site.signUp();
	await sql`
		update auth_session set expires_at = expires_at - interval '2 days', updated_at = updated_at - interval '2 days'
		where user_id = ${uid}
	`.execute(owner);
	const [before] = await sessionsOf(uid);
	expect(await answerTo(await site.accessToken(sessionToken))).toBe('OK');
	const [after] = await sessionsOf(uid);
	expect(after?.token).toBe(before?.token);
	expect(after?.expires_at.getTime()).toBeGreaterThan((before?.expires_at.getTime() ?? 0) + 24 * HOUR_MS);
});

test('the access token is signed with EdDSA for this site, valid for one hour, and names user and session', async () => {
	const { uid, sessionToken } = await site.signUp();
	const answer = await site.get('/auth/token', bearer(sessionToken));
	const { token, expiresAt } = answer.json();
	const [session] = await sessionsOf(uid);
	expect(decodeProtectedHeader(token).alg).toBe('EdDSA');
	const { exp = 0, iat = 0, ...others } = decodeJwt(token);
	expect(others).toEqual({ iss: ORIGIN, aud: ORIGIN, sub: uid, sid: session?.id });
	expect(exp - iat).toBe(3600);
	expect(expiresAt).toBe(exp * 1000);
	expect(answer.headers['cache-control']).toBe('no-store');
});

test('the key that verifies access tokens is published without its private part', async () => {
	const { accessToken } = await site.signUp();
	const { keys } = (await site.get('/auth/jwks')).json();
	const key = keys.find(({ kid }: { kid: string }) => kid === decodeProtectedHeader(accessToken).kid);
	expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519' });
	expect(key).not.toHaveProperty('d');
});

test.each([
	['nothing', ''],
	['a malformed token', 'Bearer x'],
	['another scheme', 'Basic dXNlcjpwYXNz'],
	['an empty token', 'Bearer ...'],
	['a token of 8 kB', `Bearer ${'a'.repeat(8_000)}`],
])('the access token cannot be replaced by %s', async (_what, authorization) => {
	const answer = await site.post('/api/createUser', { data: null }, { authorization });
	const error = { status: 'UNAUTHENTICATED', message: 'Unauthenticated', details: { reason: 'unauthenticated' } };
	expect([answer.statusCode, answer.json()]).toEqual([401, { error }]);
});

test('the access token cannot be replaced by the session token', async () => {
	const { sessionToken } = await site.signUp();
	expect(await answerTo(sessionToken)).toBe('UNAUTHENTICATED');
});

test.each(['none', 'HS256'])('the access token is rejected if its header names the algorithm %s', async (alg) => {
	const { accessToken } = await site.signUp();
	const header = Buffer.from(JSON.stringify({ ...decodeProtectedHeader(accessToken), alg })).toString('base64url');
	const [, claims, signature] = accessToken.split('.');
	expect(await answerTo(`${header}.${claims}.${alg === 'none' ? '' : signature}`)).toBe('UNAUTHENTICATED');
});

test('the access token is rejected if it is signed with another key of the same id', async () => {
	const { accessToken } = await site.signUp();
	const { privateKey } = await generateKeyPair('EdDSA');
	const forged = await new SignJWT(decodeJwt(accessToken))
		.setProtectedHeader({ ...decodeProtectedHeader(accessToken), alg: 'EdDSA' })
		.sign(privateKey);
	expect(await answerTo(forged)).toBe('UNAUTHENTICATED');
});

test('the access token expires after one hour', async () => {
	const { accessToken } = await site.signUp();
	site.advance(HOUR_MS + 10_000);
	expect(await answerTo(accessToken)).toBe('UNAUTHENTICATED');
	site.advance(-HOUR_MS - 10_000);
});

// spec: 7.sign-out
test('sign-out ends the session and its access tokens immediately', async () => {
	const { uid, sessionToken, accessToken } = await site.signUp();
	expect(await answerTo(accessToken)).toBe('OK');
	expect((await site.post('/auth/sign-out', {}, bearer(sessionToken))).statusCode).toBe(200);
	expect(await answerTo(accessToken)).toBe('UNAUTHENTICATED');
	expect((await site.get('/auth/token', bearer(sessionToken))).statusCode).toBe(401);
	expect(await sessionsOf(uid)).toEqual([]);
});

test('sign-out removes the cookie of a browser and keeps other sessions', async () => {
	const { uid, cookie, email } = await signInAsBrowser();
	const app = (await signIn(email)).json().token;
	const answer = await site.post('/auth/sign-out', {}, { cookie, origin: ORIGIN });
	expect(String(answer.headers['set-cookie'])).toMatch(/lootpass\.session_token=; Max-Age=0; Path=\/auth/);
	expect(await answerTo(await site.accessToken(app))).toBe('OK');
	expect(await sessionsOf(uid)).toHaveLength(2);
});

test('sign-out cannot be triggered by another site', async () => {
	const { uid, cookie } = await signInAsBrowser();
	const answer = await site.post('/auth/sign-out', {}, { cookie, origin: 'https://evil.example' });
	expect(answer.statusCode).toBe(403);
	expect(await sessionsOf(uid)).toHaveLength(2);
});

test('sign-out works without a body', async () => {
	const { uid, sessionToken } = await site.signUp();
	await site.app.inject({ method: 'POST', url: '/auth/sign-out', headers: bearer(sessionToken) });
	expect(await sessionsOf(uid)).toEqual([]);
});

test('a request under /auth is rejected with both a cookie and a bearer token', async () => {
	const { cookie, email } = await signInAsBrowser();
	const token = (await signIn(email)).json().token;
	const answer = await site.get('/auth/token', { cookie, ...bearer(token) });
	expect([answer.statusCode, answer.json().code]).toEqual([400, 'auth/invalid-argument']);
});

const unserved = {
	GET: '/get-session /callback/github /verify-email /reset-password/token /ok /error /sign-out /sign-jwt',
	POST: '/revoke-sessions /update-user /update-session /delete-user /link-social /callback/google /verify-password',
	DELETE: '/token',
};
const unusual = ['', '/', '//token', '/token/', '/%74oken'].map((path) => ['GET', `/auth${path}`]);
const ofPlugins = 'unlink-account refresh-token get-access-token token two-factor/get-totp-uri'.split(' ');

test.each([
	...Object.entries(unserved).flatMap(([method, paths]) => paths.split(' ').map((path) => [method, `/auth${path}`])),
	...[...ofPlugins, 'two-factor/send-otp', 'two-factor/verify-otp'].map((path) => ['POST', `/auth/${path}`]),
	...unusual,
])('a request under /auth gets 404 for %s %s', async (method, url) => {
	const { sessionToken } = await site.signUp();
	const answer = await site.app.inject({ method: method as 'GET', url, headers: bearer(sessionToken) });
	expect(answer.statusCode).toBe(404);
	expect(answer.body).not.toContain('token');
});

test.each([
	['invalid JSON', 'application/json', '{"email":'],
	['a form', 'application/x-www-form-urlencoded', 'email=a@b.example&password=x'],
	['JSON sent as text', 'text/plain', '{"email":"a@b.example","password":"x"}'],
	['an array', 'application/json', '[]'],
	['a prototype', 'application/json', '{"__proto__":{"x":1}}'],
	['20 kB', 'application/json', JSON.stringify({ email: 'x'.repeat(20_000) })],
])('a request under /auth with %s as body is refused', async (_what, contentType, payload) => {
	const answer = await site.post('/auth/sign-in/email', payload, { 'content-type': contentType });
	expect([answer.statusCode, answer.json().code]).toEqual([400, 'auth/invalid-argument']);
});

test('GET /auth/password-rules returns the password rules', async () => {
	const answer = await site.get('/auth/password-policy');
	expect(answer.json()).toEqual({ minLength: 8, maxLength: 128, refusesCommon: true });
});

const message =
	'Your account is banned: Too many reversals. To appeal, write to appeals@test.example. The ban has no end date. Your balance stays unchanged.';
const params = { why: { message: 'Too many reversals.' }, contact: 'appeals@test.example' };
const banned = { reason: 'banned', params };

test('a ban ends all sessions, and calls and sign-ins give its reason and the appeal address', async () => {
	const { uid, email, sessionToken, accessToken } = await site.signUp();
	await signIn(email);
	expect(await site.ban(uid, 'Too many reversals.')).toBe(true);
	const call = await site.call('createUser', null, accessToken);
	const error = { status: 'PERMISSION_DENIED', message, details: banned };
	expect([call.statusCode, call.json()]).toEqual([403, { error }]);
	expect(await sessionsOf(uid)).toEqual([]);
	expect((await site.get('/auth/token', bearer(sessionToken))).statusCode).toBe(401);
	const answer = await signIn(email);
	expect([answer.statusCode, answer.json()]).toEqual([403, { code: 'auth/user-disabled', message, ...banned }]);
	expect(await sessionsOf(uid)).toEqual([]);
});
