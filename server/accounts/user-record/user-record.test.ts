import { sql } from 'kysely';
import { newEmail, openSite, PASSWORD, type Person, signUpForm } from '../../../test/sites/identity-site.ts';
import { bearer } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { cellsOf, rowOf, rowsOf } from '../../lib/db/database.ts';
import { createRateLimit } from '../../lib/http/callers.ts';
import { QUARTER_MS, quarterOf } from '../../lib/local-day.ts';
import { cookieName } from '../auth.ts';
import { createIdentity } from '../create-identity.ts';
import { createLastAccess } from '../sessions/last-access.ts';
import { cookieOfBearer } from '../sessions/session-cookie.ts';
import { ensureFirstAdmin } from './ensure-first-admin.ts';
import { purgeExpired } from './purge-expired.ts';

const database = openTestDatabase({ poolSize: 20 });
const { owner } = database;
const site = openSite(database);

type UserRow = { role: string | null; last_access: Date | null };
const recordOf = (uid: string) => rowOf<UserRow>(owner)`select role, last_access from users where uid = ${uid}`;

// spec: 7.create-user
test('createUser returns `created: true` to only one of twenty concurrent calls', async () => {
	const { uid, accessToken } = await site.signUp();
	const answers = await Promise.all(Array.from({ length: 20 }, () => site.call('createUser', {}, accessToken)));
	const results = answers.map((answer) => answer.json().result);
	expect(results.every((result) => result.uid === uid)).toBe(true);
	expect(results.filter(({ created }) => created)).toHaveLength(1);
	expect((await site.call('createUser', null, accessToken)).json().result).toEqual({ uid, created: false });
});

async function afterCall({ uid, accessToken }: Person): Promise<Date | null | undefined> {
	await site.call('createUser', null, accessToken);
	await site.identity.close();
	return (await recordOf(uid))?.last_access;
}

// spec: 3.last-access
test('last_access is written soon after a call, and at most once a minute', async () => {
	const person = await site.signUp();
	// Starts at a new quarter of an hour, which always causes a write.
	const untilQuarterMs = QUARTER_MS - (site.deps.clock.now() % QUARTER_MS);
	site.advance(untilQuarterMs);
	const before = site.deps.clock.now();
	const first = await afterCall(person);
	expect(first?.getTime()).toBeGreaterThanOrEqual(before);

	site.advance(30_000);
	expect(await afterCall(person)).toEqual(first);

	site.advance(31_000);
	expect((await afterCall(person))?.getTime()).toBeGreaterThan(first?.getTime() ?? 0);
	site.advance(-61_000 - untilQuarterMs);
});

test('last_access is written once a minute across all nodes', async () => {
	const { uid } = await site.signUp();
	let nowMs = quarterOf(Date.now());
	const deps = { ...site.deps, clock: { now: () => nowMs } };
	const [one, other] = [createLastAccess(deps), createLastAccess(deps)];
	one.touch(uid);
	await one.flush();
	const first = (await recordOf(uid))?.last_access;
	nowMs += 59_000;
	other.touch(uid);
	await other.flush();
	expect((await recordOf(uid))?.last_access).toEqual(first);
	await Promise.all([one.close(), other.close()]);
});

test('last_access is written by several nodes for many users without deadlocks', async () => {
	const people = await Promise.all(Array.from({ length: 8 }, () => site.signUp()));
	const nodes = Array.from({ length: 4 }, () => createLastAccess(site.deps));
	for (const [index, node] of nodes.entries()) {
		for (const { uid } of index % 2 ? people : people.toReversed()) node.touch(uid);
	}
	await Promise.all(nodes.map((node) => node.close()));
	for (const { uid } of people) expect((await recordOf(uid))?.last_access).toBeInstanceOf(Date);
});

describe('the first admin', () => {
	const deps = () => ({ auth: site.identity.auth, db: database.app, clock: site.deps.clock });
	const demoteAll = () => sql`update users set role = null`.execute(owner);

	test('the first admin is created once by concurrently starting nodes, and can sign in', async () => {
		const credentials = { email: newEmail().toUpperCase(), password: 'the admin password' };
		const made = await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdmin(deps(), credentials)));
		expect(made).toContain(true);
		expect(await ensureFirstAdmin(deps(), { email: newEmail(), password: 'another' })).toBe(false);

		const answer = await site.post('/auth/sign-in/email', credentials);
		expect(await recordOf(answer.json().user.id)).toMatchObject({ role: 'Admin' });
		expect(await rowsOf(owner)`select from users where role = 'Admin'`).toHaveLength(1);
		await demoteAll();
	});

	test('an existing account with the address but another password does not become the first admin', async () => {
		const email = newEmail();
		const answer = await site.post('/auth/sign-up/email', signUpForm({ email }));
		const made = ensureFirstAdmin(deps(), { email, password: 'the admin password' });
		await expect(made).rejects.toThrow(/has a different password than ADMIN_PASSWORD/);
		expect(await recordOf(answer.json().user.id)).toMatchObject({ role: null });
	});

	test('an interrupted creation of the first admin is completed at the next start', async () => {
		const email = newEmail();
		await site.post('/auth/sign-up/email', signUpForm({ email }));
		expect(await ensureFirstAdmin(deps(), { email, password: PASSWORD })).toBe(true);
		await demoteAll();
	});
});

test('expired sessions, codes, links, sign-ups and imported passwords are purged, and live ones stay', async () => {
	const [over, live] = [await site.signUp(), await site.signUp()];
	await sql`update auth_session set expires_at = now() - interval '1 s' where user_id = ${over.uid}`.execute(owner);
	await site.call('createWebSession', null, live.accessToken);
	const take = createRateLimit({ db: database.app, clock: site.deps.clock });
	await take('long', { max: 1, windowMs: 600_000 });
	await take('short', { max: 1, windowMs: 1_000 });

	for (const [hours, days] of [
		[23, 179],
		[25, 181],
	] as const) {
		await sql`
			with unfinished as (
				insert into auth_user (name, email, email_verified, created_at)
				values ('x', ${`${hours}@x.example`}, false, now() - ${hours} * interval '1 hour')
			), code as (
				insert into action_codes (code_hash, uid, purpose, email, expires_at)
				values (${Buffer.alloc(32, hours)}, ${live.uid}, 'verify-email', ${`${hours}`}, now() - ${hours} * interval '1 hour')
			)
			insert into imported_passwords (uid, sealed, imported_at)
			values (${days > 180 ? over.uid : live.uid}, ${`${days}`}, now() - ${days} * interval '1 day')
		`.execute(owner);
	}

	const later = { now: () => Date.now() + 30_000 };
	await purgeExpired({ db: database.app, clock: later });
	const rows = await cellsOf<string>(owner)`
		select 'session of ' || user_id as what from auth_session where user_id in (${over.uid}, ${live.uid})
		union all select 'code of ' || uid from web_session_codes where uid = ${live.uid}
		union all select 'limit ' || key from rate_limits
		union all select 'unfinished ' || email from auth_user where email like '%@x.example'
		union all select 'link ' || email from action_codes where uid = ${live.uid}
		union all select 'imported ' || sealed from imported_passwords
	`;
	const stored = [`code of ${live.uid}`, 'imported 179', 'limit long', 'link 23', `session of ${live.uid}`];
	expect(rows.sort()).toEqual([...stored, 'unfinished 23@x.example']);
});

// Must be last: the first site cannot sign tokens afterwards.

test('a changed AUTH_SECRET retires the signing key, and issued tokens stay valid', async () => {
	const { sessionToken, accessToken } = await site.signUp();
	const authSecret = 'another secret of at least 32 characters';
	const config = { ...site.deps.config, google: undefined, authSecret };
	const restarted = await createIdentity({ ...site.deps, config });
	const name = cookieName(config.publicUrl, 'session_token');
	const cookie = cookieOfBearer(`Bearer ${sessionToken}`, { name, secret: authSecret }) ?? '';
	const { token } = await restarted.auth.api.getToken({ headers: new Headers({ cookie }) });
	const request = (accessToken: string) => ({ headers: bearer(accessToken) }) as never;
	await expect(restarted.authenticate(request(token))).resolves.toMatchObject({ emailVerified: false });
	await expect(restarted.authenticate(request(accessToken))).resolves.toBeDefined();
	site.advance(6_000);
	expect((await site.call('createUser', null, token)).statusCode).toBe(200);
	site.advance(-6_000);
	await restarted.close();
});
