import { getMigrations } from 'better-auth/db/migration';
import { newEmail, openSite, PASSWORD, signUpForm } from '../../test/sites/identity-site.ts';
import { bearer } from '../../test/sites/json-client.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { DatabaseUnavailable, rowsOf } from '../lib/db/database.ts';

const database = openTestDatabase();
const site = openSite(database);
const from = '192.0.2.44';

const post = (path: string, payload: object, headers = {}) => site.post(path, payload, headers, from);

async function notesOf(work: () => Promise<unknown>) {
	site.notes.length = 0;
	await work();
	return site.notes.filter((note) => 'outcome' in note || 'code' in note);
}

test('every sign-in event is logged with outcome, user and IP, without secrets', async () => {
	const email = newEmail();
	const wrong = 'wrong horse battery';
	let uid = '';
	const noted = await notesOf(async () => {
		uid = (await post('/auth/sign-up/email', signUpForm({ email }))).json().user.id;
		await post('/auth/sign-in/email', { email, password: wrong });
		const { token } = (await post('/auth/sign-in/email', { email, password: PASSWORD })).json();
		await post('/auth/sign-in/custom-token', { token: 'x' });
		await post('/auth/change-password', { currentPassword: wrong, newPassword: wrong }, bearer(token));
		await post('/auth/sign-out', {}, bearer(token));
	});
	expect(noted).toEqual([
		{ path: '/auth/sign-up/email', outcome: 'done', uid, ip: from },
		{ path: '/auth/sign-in/email', outcome: 'auth/invalid-credential', ip: from },
		{ path: '/auth/sign-in/email', outcome: 'done', uid, ip: from },
		{ path: '/auth/sign-in/custom-token', outcome: 'auth/invalid-custom-token', ip: from },
		{ path: '/auth/change-password', outcome: 'auth/wrong-password', ip: from },
		{ path: '/auth/sign-out', outcome: 'done', ip: from },
	]);
	for (const secret of [email, PASSWORD, wrong]) expect(JSON.stringify(noted)).not.toContain(secret);
});

test('a refused call is logged with the reason and without the query', async () => {
	const { uid, accessToken } = await site.signUp();
	await site.ban(uid, 'Cheating.');
	const noted = await notesOf(async () => {
		await post('/api/createUser?secret=1', { data: null }, bearer(accessToken));
		await post('/api/createUser', { data: null });
	});
	expect(noted).toEqual([
		{ method: 'POST', path: '/api/createUser', code: 'permission-denied', reason: 'banned', ip: from },
		{ method: 'POST', path: '/api/createUser', code: 'unauthenticated', reason: 'must-be-logged-in', ip: from },
	]);
});

test('the migrations create every table and column that better-auth needs', async () => {
	const options = { ...site.identity.auth.options, database: { db: database.owner, type: 'postgres' as const } };
	const { toBeCreated, toBeAdded } = await getMigrations(options);
	expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] });
});

test('every user id column is a uuid', async () => {
	const rows = await rowsOf(database.owner)`
		select data_type as type from information_schema.columns
		where table_name like 'auth\\_%' and column_name in ('id', 'user_id')
	`;
	expect(rows.length).toBeGreaterThanOrEqual(7);
	expect(rows).toEqual(rows.map(() => ({ type: 'uuid' })));
});

test('an unavailable database gives 503 with Retry-After, not a sign-out', async () => {
	const { sessionToken } = await site.signUp();
	const headers = bearer(sessionToken);
	expect((await site.get('/auth/token', headers)).statusCode).toBe(200);

	vi.spyOn(site.deps.db.pool, 'connect').mockRejectedValue(new DatabaseUnavailable('gone', { wasSent: false }));
	onTestFinished(() => void vi.restoreAllMocks());
	for (const path of ['/auth/token', '/auth/account', '/auth/list-sessions']) {
		const answer = await site.get(path, headers);
		expect([path, answer.statusCode, answer.json().code]).toEqual([path, 503, 'auth/network-request-failed']);
		expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
	}
	const signIn = { email: 'a@example.com', password: 'a password' };
	expect((await site.post('/auth/sign-in/email', signIn)).statusCode).toBe(503);
	const handOff = await site.call('verifyWebSession', { token: 'a'.repeat(43) });
	expect([handOff.statusCode, handOff.json().error.status]).toEqual([503, 'UNAVAILABLE']);
	expect((await site.post('/auth/sign-out', {}, headers)).statusCode).toBe(503);
	expect((await site.get('/auth/token')).statusCode).toBe(401);
	const { headers: back } = await site.get('/auth/callback/google?code=x&state=y');
	expect([back.location, back['cache-control']]).toEqual([
		expect.stringContaining('/login?error=network-request-failed'),
		'no-store',
	]);
	site.errors.length = 0;
});
