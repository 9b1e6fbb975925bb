import { sql } from 'kysely';
import { cookieOf, ORIGIN, openSite, PASSWORD } from '../../../test/sites/identity-site.ts';
import { bearer } from '../../../test/sites/json-client.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { decodeEventId } from '../../accounts/profile/live-streams.ts';

const database = openTestDatabase();
const { owner } = database;
const site = openSite(database, { env: { REQUIRE_ADMIN_TOTP: 'on' } });

async function visitor() {
	const person = await site.signUp();
	const form = { email: person.email, password: PASSWORD };
	const cookie = cookieOf(await site.post('/auth/sign-in/email', form, { origin: ORIGIN }));
	const start = (page = '', headers: Record<string, string> = {}) =>
		site.get(`/auth/start?page=${encodeURIComponent(page)}`, { cookie, 'sec-fetch-site': 'same-origin', ...headers });
	const result = async (name: string, data: unknown = null) =>
		(await site.call(name, data, person.accessToken)).json().result;
	return { ...person, cookie, start, result };
}

const namesIn = (page: object | null) => (page ? Object.keys(page).toSorted() : null);

test('one response has token, account and start, and getStart gives apps the same start', async () => {
	const { start, result, cookie, uid } = await visitor();
	const answer = await start('/earn?device=android');
	expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
	const { token, expiresAt, account, start: first } = answer.json();
	expect(expiresAt).toBeGreaterThan(Date.now());
	expect((await site.call('createUser', null, token)).statusCode).toBe(200);
	expect(account).toEqual((await site.get('/auth/account', { cookie, 'sec-fetch-site': 'same-origin' })).json());
	const { user, ...rest } = await result('getStart', { page: '/earn?device=android' });
	expect({ ...rest, user: { ...user, last_access: first.user.last_access } }).toEqual(first);
	const limits = await result('getWithdrawLimits');
	const { last_access: _, ...document } = (await site.get(`/data/users/${uid}`, bearer(token))).json();
	expect(first).toMatchObject({ user: { uid, ...document }, balance: 0, unread: 0, limits });
	expect(first.notices).toEqual(await result('getNotices', { limit: 30 }));
	for (const [name, { payload, result: read }] of Object.entries<{ payload: unknown; result: unknown }>(first.page)) {
		expect(read, name).toEqual(await result(name, payload));
	}
	expect(Object.keys(decodeEventId(first.live)).toSorted()).toEqual(['notice', 'offer', 'withdrawal']);
});

describe('the page', () => {
	const lists = ['getOfferwalls', 'getPendingRewards', 'getWithdrawHistory'];
	const earn = ['getMyOffers', 'getOfferHistory', 'getOffers', ...lists];
	test.each<[string, string[] | null]>([
		['/earn', earn],
		['earn', earn],
		['/Earn/?device=unknown', earn.filter((name) => name !== 'getOffers')],
		['/withdraw', ['getWithdrawHistory']],
		['/offer-history', ['getOfferHistory']],
		['/withdraw-history', ['getWithdrawHistory']],
		['/my-offers', ['getMyOffers']],
		...['/admin', '/admin/users', '', '/unknown', 'constructor', 'http://[', 'x'.repeat(300)].map(
			(page): [string, null] => [page, null],
		),
	])('%j has the first data %j of a user', async (page, names) => {
		const { start } = await visitor();
		expect(namesIn((await start(page)).json().start.page)).toEqual(names && [...names, 'getWindDown'].toSorted());
	});

	test('an admin page has data only for staff who gave the second factor', async () => {
		const { start, uid } = await visitor();
		await sql`update users set role = 'Admin', staff_role = 'viewer' where uid = ${uid}`.execute(owner);
		expect((await start('/admin')).json().start.page).toBeNull();
		await sql`update auth_session set second_factor = true where user_id = ${uid}`.execute(owner);
		const page = (await start('/admin?tz=Europe/Berlin')).json().start.page;
		const calls = ['Business', 'PayoutAlerts', 'Treasury', 'WaitingWork', 'Workplace'].map((name) => `adminGet${name}`);
		expect(namesIn(page)).toEqual(['/data/users/active?days=60&tz=Europe%2FBerlin', ...calls]);
		const users = (await start('/admin/users')).json().start.page.adminGetUsers;
		expect(users.result.items.map(({ id }: { id: string }) => id)).toContain(uid);
	});
});

describe('the start is refused', () => {
	const foreign = [403, 'auth/operation-not-allowed'];
	test.each([
		['another site', { 'sec-fetch-site': 'cross-site' }, foreign],
		['a link or prefetch on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, foreign],
		['another origin of this site', { 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:3000' }, foreign],
		['a sandboxed frame', { origin: 'null' }, foreign],
		['a signed-out visitor', { cookie: 'lootpass.session_token=x' }, [401, 'auth/user-token-expired']],
	])('to %s', async (_who, headers, outcome) => {
		const answer = await (await visitor()).start('/earn', headers);
		expect([answer.statusCode, answer.json().code]).toEqual(outcome);
		expect(answer.headers['cache-control']).toBe('no-store');
	});

	test('to a banned user, and is null while the age is unknown', async () => {
		const { start, uid } = await visitor();
		await sql`update auth_user set age_known = false where id = ${uid}`.execute(owner);
		expect((await start('/earn')).json()).toMatchObject({ account: { ageKnown: false }, start: null });
		await site.ban(uid, 'Cheating.');
		expect((await start('/earn')).statusCode).toBe(401);
	});
});

describe('with rate limits', () => {
	const limited = openSite(database, { env: { RATE_LIMITS: 'on' } });

	test('getStart is refused after 120 requests a minute of a user', async () => {
		const { accessToken } = await limited.signUp();
		const statuses = [];
		for (let n = 0; n < 121; n += 1) statuses.push((await limited.call('getStart', null, accessToken)).statusCode);
		expect(statuses.filter((status) => status !== 200)).toEqual([429]);
	});
});
