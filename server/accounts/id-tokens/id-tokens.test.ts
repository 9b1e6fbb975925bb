import { randomUUID } from 'node:crypto';
import { generateKeyPair, type JWTPayload } from 'jose';
import { sql } from 'kysely';
import { calls } from '../../../contract/calls.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { openFirebaseApp, SOURCE } from '../../../test/sites/firebase-app.ts';
import { newEmail, openAdmin, openAdminSite, PASSWORD, startSite } from '../../../test/sites/identity-site.ts';
import { bearer } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { deleteAccount } from '../../account-deletion/delete-account.ts';
import { personalParts } from '../../app/features.ts';
import { inTransaction, rowsOf } from '../../lib/db/database.ts';
import { deleteSession } from '../sessions/session-store.ts';
import { deleteSessionsOf } from '../store.ts';
import { openSession } from './store-id-tokens.ts';

const app = await openFirebaseApp();
const { env, claimsOf, sign, tokenOf, provider } = app;
afterAll(app.close);
const database = openTestDatabase();
const { app: db, owner } = database;
const site = openAdminSite(database, { env });
const admin = openAdmin(site);

const seconds = () => Math.floor(Date.now() / 1000);
const newSub = () => randomUUID().slice(0, 18);
const statusOf = async (name: string, token: string) => (await site.call(name, null, token)).statusCode;
const reasonOf = async (name: string, token: string) =>
	(await site.call(name, null, token)).json().error.details?.reason;
const accessToken = async (token: string): Promise<string> =>
	(await site.get('/auth/token', bearer(token))).json().token;
const codeOf = async (token: string) => (await site.get('/auth/token', bearer(token))).json().code;

async function imported() {
	const person = await site.signUp();
	const sub = await app.connect(owner, person.uid);
	return { ...person, sub, token: await tokenOf(sub) };
}

/** @returns the session token of a browser to which the app hands over. */
async function handOff(token: string): Promise<string> {
	const { result } = (await site.call('createWebSession', null, token)).json();
	const code = (await site.call('verifyWebSession', { token: result.token })).json().result.token;
	return (await site.post('/auth/sign-in/custom-token', { token: code })).json().token;
}

type Bad = (sub: string) => Promise<string>;
const changed =
	(changes: object): Bad =>
	(sub) =>
		tokenOf(sub, changes as JWTPayload);
const spliced =
	(part: number, to: (sub: string) => string): Bad =>
	async (sub) =>
		(await tokenOf(sub)).split('.').with(part, to(sub)).join('.');
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const keyFor = async (alg: string) => (await generateKeyPair(alg)).privateKey;
const soon = seconds() + 3600;

test.each<[string, Bad]>([
	['without a signature', spliced(2, () => '')],
	['with alg none', async (sub) => `${encoded({ alg: 'none', kid: 'k' })}.${encoded(claimsOf(sub))}.`],
	['signed with the public key', (sub) => sign(claimsOf(sub), { alg: 'HS256' }, Buffer.from(app.publicPem))],
	['signed by RS512', async (sub) => sign(claimsOf(sub), { alg: 'RS512' }, await keyFor('RS512'))],
	['signed by another key', async (sub) => sign(claimsOf(sub), {}, await keyFor('RS256'))],
	['with an unknown key id', (sub) => sign(claimsOf(sub), { kid: 'x' })],
	['without a key id', (sub) => sign(claimsOf(sub), { kid: undefined })],
	['with a changed payload', spliced(1, (sub) => encoded(claimsOf(sub)))],
	['with an unknown critical header', spliced(0, () => encoded({ alg: 'RS256', kid: 'k', crit: ['x'], x: 1 }))],
	['of another issuer', changed({ iss: 'https://securetoken.google.com/other' })],
	['that is a session cookie', changed({ iss: 'https://session.firebase.google.com/old-site' })],
	['for another project', changed({ aud: 'other-site' })],
	['for several projects', changed({ aud: ['old-site', 'other-site'] })],
	['that is expired', changed({ exp: 1 })],
	['without an end', changed({ exp: undefined })],
	['of the future', changed({ iat: soon })],
	['without a time', changed({ iat: undefined })],
	['with a sign-in in the future', changed({ auth_time: soon })],
	['without a sign-in time', changed({ auth_time: undefined })],
	['with a sign-in time as text', changed({ auth_time: '1' })],
	['without a subject', changed({ sub: undefined })],
	['with an empty subject', changed({ sub: '' })],
	['with too long a subject', changed({ sub: 'x'.repeat(129) })],
	['with a subject in UUID form', changed({ sub: randomUUID() })],
	['of an anonymous sign-in', changed({ firebase: { sign_in_provider: 'anonymous' } })],
	['without a sign-in method', changed({ firebase: {} })],
	['of a tenant', changed({ firebase: { sign_in_provider: 'password', tenant: 't' } })],
])('refuses an ID token %s', async (_, make) => {
	const { sub, uid } = await imported();
	const token = await make(sub);
	const before = await rowsOf(owner)`select id from auth_user`;
	const headers = bearer(token);
	const answers = [
		await site.call('createUser', null, token),
		await site.get(`/data/users/${uid}`, headers),
		await site.get('/auth/token', headers),
		await site.post('/auth/age', { birthDate: '2000-01-01' }, headers),
	];
	expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401]);
	expect(await rowsOf(owner)`select id from auth_user`).toEqual(before);
});

test('accepts ID tokens at calls of users and three addresses, and nowhere else', async () => {
	const { token, uid } = await imported();
	await sql`update users set role = 'Admin' where uid = ${uid}`.execute(owner);
	for (const [name, { access }] of Object.entries(calls)) {
		if (name === 'deleteAccount') continue;
		const { statusCode } = await site.call(name, {}, token);
		expect(statusCode === 401, `${name} answers ${statusCode}`).toBe(access === 'admin');
	}
	site.errors.length = 0;
	const accepting: string[] = [];
	const bodies: Record<string, object> = {
		'/auth/age': { birthDate: '2000-01-01' },
		'/auth/change-email': { newEmail: newEmail() },
		'/auth/change-password': { currentPassword: 'x', newPassword: 'correct staple battery' },
		'/auth/revoke-session': { id: randomUUID() },
		'/auth/passkey/add': { name: 'Key', response: { id: 'x', response: {} } },
		'/auth/passkey/remove': { id: randomUUID() },
	};
	for (const [address, { access }] of Object.entries(endpoints)) {
		const [method, path = ''] = address.split(' ') as ['GET' | 'POST', string];
		if (!['owner', 'session'].includes(access) || path === '/auth/sign-out') continue;
		const payload = method === 'GET' ? {} : { payload: bodies[path] ?? {} };
		const request = { method, url: path.replace('{uid}', uid), headers: bearer(token), ...payload };
		if ((await site.app.inject(request)).statusCode !== 401) accepting.push(address);
	}
	expect(accepting.toSorted()).toEqual(['GET /auth/token', 'GET /data/users/{uid}', 'POST /auth/age']);
	for (const [settings, status] of [
		[{}, 401],
		[{ ...env, FIREBASE_UNTIL: '2026-01-31' }, 401],
		[{ ...env, FIREBASE_UNTIL: '2099-01-31' }, 200],
	] as const) {
		const other = await startSite(database, { env: settings });
		expect((await other.call('createUser', null, token)).statusCode).toBe(status);
		await other.close();
	}
});

test('access tokens and hand-offs of an ID token have no staff permissions and no second factor', async () => {
	const { token, uid, accessToken: own } = await imported();
	await sql`update users set role = 'Admin' where uid = ${uid}`.execute(owner);
	const session = await handOff(token);
	const derived = [token, session, await handOff(await accessToken(session))];
	for (const each of derived) expect(await statusOf('adminGetTreasury', await accessToken(each))).toBe(403);
	expect(await statusOf('adminGetTreasury', own)).toBe(200);
	for (const [path, payload] of Object.entries({
		'two-factor/enable': { password: 'x' },
		'two-factor/verify-totp': { code: '123456' },
		'change-email': { newEmail: newEmail() },
		'change-password': { currentPassword: PASSWORD, newPassword: 'correct staple battery' },
	})) {
		const answer = await site.post(`/auth/${path}`, payload, bearer(session));
		expect(answer.json(), path).toMatchObject({ code: 'auth/operation-not-allowed' });
	}
});

test('auth_time decides what counts as recent, also after a hand-off', async () => {
	const { sub } = await imported();
	const old = await tokenOf(sub, { auth_time: seconds() - 3600 });
	for (const token of [old, await accessToken(old), await accessToken(await handOff(old))]) {
		expect(await reasonOf('deleteAccount', token)).toBe('requires-recent-login');
	}
	expect(await statusOf('deleteAccount', await tokenOf(sub))).toBe(200);
});

test('ended sessions stay ended until the next sign-in in the app, and a ban is named', async () => {
	const { uid, sub, token } = await imported();
	const access = await accessToken(token);
	await inTransaction(db, (tx) => deleteSessionsOf(tx, uid));
	for (const each of [token, access]) expect(await statusOf('createUser', each)).toBe(401);
	await sql`update external_ids set valid_since = to_timestamp(${seconds() - 30}) where id = ${sub}`.execute(owner);
	const [before, again] = [
		await tokenOf(sub, { auth_time: seconds() - 40 }),
		await tokenOf(sub, { auth_time: seconds() - 20 }),
	];
	expect([await statusOf('createUser', before), await statusOf('createUser', again)]).toEqual([401, 200]);
	const [session] = await rowsOf<{ id: string }>(owner)`select id from auth_session where user_id = ${uid}`;
	await deleteSession(db, { uid, id: session?.id ?? '' });
	expect(await statusOf('createUser', again)).toBe(401);
	await site.ban(uid, 'Fraud.');
	expect([await reasonOf('createUser', token), await codeOf(token)]).toEqual(['banned', 'auth/user-disabled']);
});

test('an unknown account is made once, asks for the age, and is deleted again for a child', async () => {
	const [sub, child] = [newSub(), newSub()];
	const token = await tokenOf(sub, { email_verified: undefined });
	const reasons = await Promise.all(Array.from({ length: 5 }, () => reasonOf('createUser', token)));
	expect(reasons).toEqual(Array(5).fill('age-unknown'));
	const age = (given: string, birthDate: string) => site.post('/auth/age', { birthDate }, bearer(given));
	expect((await age(token, '2000-01-01')).json()).toEqual({ success: true });
	expect(await statusOf('createUser', token)).toBe(200);
	expect((await age(await tokenOf(child), '2020-01-01')).json()).toMatchObject({ code: 'auth/too-young' });
	const made = await rowsOf(owner)`
		select e.id, email_verified as verified from external_ids e join auth_user a on a.id = e.uid where e.id in (${sub}, ${child})
	`;
	expect(made).toEqual([{ id: sub, verified: false }]);
});

test('concurrent first uses of a sign-in open one session', async () => {
	const { uid } = await imported();
	const now = new Date();
	for (let n = 0; n < 200; n++) {
		const id = randomUUID();
		const session = { id, uid, tokenHash: id, ip: '192.0.2.1', at: now, now, expiresAt: now, userAgent: null };
		const opened = await Promise.all(Array.from({ length: 8 }, () => openSession(db, session)));
		expect(opened).toEqual(Array(8).fill(true));
	}
});

test('an unknown account is refused like a sign-up, and never linked by its address', async () => {
	const { email, uid } = await site.signUp();
	expect(await codeOf(await tokenOf(newSub(), { email: email.toUpperCase() }))).toBe('auth/email-already-in-use');
	expect(await rowsOf(owner)`select from external_ids where uid = ${uid}`).toEqual([]);
	expect(await codeOf(await tokenOf(newSub(), { email: undefined }))).toBe('auth/invalid-email');
	const off = await startSite(database, { env: { ...env, SIGN_UP: 'off' } });
	const { error } = (await off.call('createUser', null, await tokenOf(newSub()))).json();
	expect(error).toMatchObject({ status: 'PERMISSION_DENIED', details: { reason: 'sign-up-off' } });
	await off.close();
	const limited = await startSite(database, { env: { ...env, RATE_LIMITS: 'on' }, clock: { now: Date.now } });
	const answers = [];
	for (let n = 0; n < 11; n++) answers.push(await limited.get('/auth/token', bearer(await tokenOf(newSub()))));
	answers.push(await limited.call('createUser', null, await tokenOf(newSub())));
	expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(10).fill(200), 429, 429]);
	for (const { headers } of answers.slice(10)) expect(Number(headers['retry-after'])).toBeGreaterThan(30);
	await limited.close();
});

test('an id of a deleted account or of another project makes no account', async () => {
	const { uid, sub } = await imported();
	await deleteAccount({ ...site.deps, ...personalParts }, uid, { by: { kind: 'admin', uid: admin.uid } });
	await sql`insert into external_ids (id, source, uid) values ('mine', ${`${SOURCE}x`}, ${admin.uid})`.execute(owner);
	for (const id of [sub, 'mine'])
		expect(await statusOf('createUser', await tokenOf(id, { email: newEmail() }))).toBe(401);
});

test('keys are cached as long as their response allows; without keys the app may retry', async () => {
	const { token } = await imported();
	expect(await statusOf('createUser', token)).toBe(200);
	const before = provider.reads;
	await statusOf('createUser', token);
	expect(provider.reads).toBe(before);
	site.advance(601_000);
	provider.status = 500;
	expect(await reasonOf('createUser', token)).toBe('google-away');
	expect(await codeOf(token)).toBe('auth/network-request-failed');
	expect(provider.reads).toBe(before + 1);
	site.errors.length = 0;
	provider.status = 200;
	site.advance(6_000);
	expect(await statusOf('createUser', token)).toBe(200);
});
