import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AdminUserRow } from '../../../contract/admin/admin.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import { insertOrders } from '../../../test/payouts/fake-withdrawals.ts';
import { openAdminSite, type Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { cellOf, inTransaction } from '../../lib/db/database.ts';
import { countCohorts } from '../dashboard/get-business.ts';
import { rankEverybody, rankUsers } from './rank-earners.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const site = openAdminSite(database);
let admin: Person;

beforeAll(() => site.identity.close());
beforeEach(async () => {
	await sql`truncate users, wallets, wallet_totals, transfers, account_buckets, linked_game_accounts`.execute(owner);
	await sql`update figure_marks set until = now() - interval '1 hour' where name = 'earners'`.execute(owner);
	admin = await site.admin();
	await sql`delete from users where uid = ${admin.uid}`.execute(owner);
	await sql`insert into users (uid, role, created_at) values (${admin.uid}, 'Admin', now())`.execute(owner);
});

let platformUserId = 0;
type Given = { name?: string; earned?: number; hereMs?: number; atMs?: number };

async function user({ name, earned = 0, hereMs, atMs = Date.now() }: Given = {}): Promise<string> {
	const uid = randomUUID();
	const here = hereMs === undefined ? null : new Date(hereMs);
	await sql`
		insert into users (uid, created_at, roblox_username, last_access) values (${uid}, now(), ${name ?? null}, ${here})
	`.execute(owner);
	platformUserId += 1;
	if (name) {
		await sql`insert into linked_game_accounts values (${platformUserId}, ${uid}, ${name}, now())`.execute(owner);
	}
	await openWallet(db, uid);
	if (earned > 0) await earn(uid, earned, atMs);
	return uid;
}

const earn = (uid: string, cents: number, atMs = Date.now()) =>
	inTransaction(db, (tx) => {
		const reference = `offer/w/${randomUUID()}/credit`;
		return postTransfer(tx, { kind: 'credit', uid, wall: 'w', amount: asRobuxCents(cents), reference, atMs });
	});

const list = async () => (await site.callAs('adminGetUsers', null, admin)) as AdminUserRow[];
const page = async (request: object) => (await site.callAs('adminGetUsers', request, admin)) as Page<AdminUserRow>;

const allPages = (request: object) => site.allOf<AdminUserRow>('adminGetUsers', request, admin);

// spec: 3.user-row, 7.admin-get-users
test('without options, users are listed by earnings with their figures', async () => {
	const few = await user({ name: 'small_fry', earned: 150, hereMs: 1_700_000_000_123 });
	const many = await user({ earned: 99_999 });
	expect((await list()).map(({ id }) => id)).toEqual([many, few, admin.uid]);
	expect((await list())[1]).toEqual({
		id: few,
		roblox_username: 'small_fry',
		robux: 1.5,
		totalEarned: 1.5,
		totalWithdrawn: 0,
		last_access: 1_700_000_000_123,
	});
	expect(await site.callAs('adminGetUsers', {}, admin)).toEqual(await list());
});

test('a user who overtakes another is listed first at once, and also after re-ranking', async () => {
	const [slow, fast] = [await user({ earned: 500 }), await user({ earned: 100 })];
	const first = async () => (await list())[0]?.id;
	const clock = { now: () => Date.now() + 3_600_000 };
	await rankUsers({ db, clock });
	expect(await first()).toBe(slow);
	await earn(fast, 1_000, clock.now());
	expect(await first()).toBe(fast);
	await rankUsers({ db, clock: { now: () => clock.now() + 3_600_000 } });
	expect(await first()).toBe(fast);
	expect(await cellOf(owner)`select earned_rank as rank from users where uid = ${fast}`).toBe(1_100);
});

test('rankEverybody includes a transfer that became visible too late for rankUsers', async () => {
	await rankUsers({ db, clock: { now: () => Date.now() } });
	const late = await user({ earned: 700, atMs: Date.now() - 1_800_000 });
	await rankEverybody({ db });
	expect((await list())[0]?.id).toBe(late);
});

test('pages have no gaps or duplicates in either order, with ties and users who were never active', async () => {
	const made: string[] = [admin.uid];
	for (let n = 0; n < 23; n += 1) {
		const hereMs = n % 3 === 0 ? undefined : 1_700_000_000_000 + (n % 4);
		made.push(await user({ earned: (n % 5) * 100, ...(hereMs ? { hereMs } : {}) }));
	}
	for (const [orderBy, key] of [
		['totalEarned', ({ totalEarned }: AdminUserRow) => totalEarned],
		['last_access', ({ last_access }: AdminUserRow) => last_access ?? -1],
	] as const) {
		const rows = await allPages({ orderBy, limit: 4 });
		expect(rows.map(({ id }) => id).toSorted()).toEqual(made.toSorted());
		const keys = rows.map(key);
		expect(keys).toEqual(keys.toSorted((a, b) => b - a));
	}
});

test.each(['totalEarned', 'last_access'] as const)(
	'pages find any part of a username in any case, ordered by %s',
	async (orderBy) => {
		const names = ['dragonslayer', 'ice_dragon99', 'dra_gon', 'a_b', 'aab', 'x%y', 'ddragon'];
		for (const [n, name] of names.entries()) await user({ name, earned: n * 100, hereMs: 1_700_000_000_000 + n });
		await user({ earned: 50 });
		for (const search of ['DRAGON', 'a', 'ag', '_', '99', 'a_b', '%', 'slayer', 'unknown', "'", 'dragon%', 'raDRA']) {
			const rows = await allPages({ orderBy, search, limit: 2 });
			const expected = names.filter((name) => name.includes(search.toLowerCase())).toReversed();
			expect(rows.map(({ roblox_username }) => roblox_username)).toEqual(expected);
		}
	},
);

test('pages keep their order with thousands of matches', async () => {
	await sql`
		with made as (
			insert into users (uid, created_at, roblox_username, earned_rank)
			select gen_random_uuid(), now(), 'many_' || n, n from generate_series(1, 4100) n returning uid, roblox_username
		), linked as (
			insert into linked_game_accounts select 1000000 + row_number() over (), uid, roblox_username, now() from made
		)
		insert into wallets (uid, earned, balance) select uid, substr(roblox_username, 6)::int, 0 from made
	`.execute(owner);
	const rows = await allPages({ search: 'any_', limit: 500 });
	expect(rows.map(({ totalEarned }) => totalEarned)).toEqual(Array.from({ length: 4100 }, (_, n) => (4100 - n) / 100));
	expect(await allPages({ orderBy: 'last_access', search: 'any_', limit: 500 })).toHaveLength(4100);
	await sql`truncate wallets`.execute(owner);
});

describe('the sign-ups of a month', () => {
	const joined = { joined_from: Date.UTC(2026, 0), joined_until: Date.UTC(2026, 1) };
	const found = async (request: object) =>
		(await allPages({ ...joined, ...request, limit: 1 })).map(({ roblox_username: name }) => name);

	beforeEach(async () => {
		await sql`truncate withdrawals`.execute(owner);
		const day = (n: number) => new Date(Date.UTC(2026, 0, n));
		for (const [name, earned, joinedAt, paidAt] of [
			['before', 900, day(0), day(2)],
			['first', 800, day(1), day(30)],
			['late', 700, day(1), day(32)],
			['unpaid', 600, day(31), undefined],
			['nothing', 0, day(31), undefined],
			['after', 500, day(32), day(33)],
		] as const) {
			const uid = await user({ name, earned });
			await sql`update users set created_at = ${joinedAt} where uid = ${uid}`.execute(owner);
			if (!paidAt) continue;
			await insertOrders(owner, { uid, state: 'completed', next_ask_at: null, created_at: paidAt, updated_at: paidAt });
		}
		await rankEverybody({ db });
	});
	afterEach(() => sql`delete from withdrawals`.execute(owner));

	test('the sign-ups of a month can be filtered by each cohort figure, in either order and by name', async () => {
		for (const order of [{}, { orderBy: 'last_access' }]) {
			const names = async (request: object) => (await found({ ...order, ...request })).toSorted();
			expect(await names({})).toEqual(['first', 'late', 'nothing', 'unpaid']);
			expect(await names({ did: 'earned' })).toEqual(['first', 'late', 'unpaid']);
			expect(await names({ did: 'paid' })).toEqual(['first', 'late']);
			expect(await names({ did: 'paid-in-30-days' })).toEqual(['first']);
			expect(await names({ did: 'paid', search: 'at' })).toEqual(['late']);
		}
		expect(await found({ did: 'earned' })).toEqual(['first', 'late', 'unpaid']);
	});

	test('match the counts of the cohort figures', async () => {
		await sql`truncate sign_up_cohorts`.execute(owner);
		await countCohorts({ db, clock: Date });
		const { rows } = await sql`
			select users, earners, paid, paid_in_30_days as soon from sign_up_cohorts where month = '2026-01-01'
		`.execute(owner);
		expect(rows).toEqual([{ users: 4, earners: 3, paid: 2, soon: 1 }]);
	});
});

test('closed accounts are not listed', async () => {
	const uid = await user({ name: 'gone_now', earned: 0 });
	await sql`update wallets set closed_at = now() where uid = ${uid}`.execute(owner);
	expect((await list()).map(({ id }) => id)).toEqual([admin.uid]);
	expect(await allPages({ search: 'gone' })).toEqual([]);
	expect((await allPages({ orderBy: 'last_access' })).map(({ id }) => id)).toEqual([admin.uid]);
});

test('null fields, which a Functions client sends for `undefined`, count as missing', async () => {
	const nothing = { orderBy: null, search: null, cursor: null, limit: null };
	expect(await page(nothing)).toEqual(await page({ orderBy: 'totalEarned' }));
});

test.each([
	[{ orderBy: 'robux' }, '“orderBy” must be one of: totalEarned, last_access.'],
	[{ order: 'totalEarned' }, 'Unknown field: “order”.'],
	[{ limit: 0 }, '“limit” must be at least 1.'],
	...[
		{ limit: 501 },
		{ search: 'x'.repeat(51) },
		{ did: 'nothing' },
		{ joined_from: -1 },
		{ cursor: 'nonsense' },
		{ orderBy: 'last_access', cursor: Buffer.from(`totalEarned 1 ${randomUUID()}`).toString('base64url') },
	].map((request) => [request, expect.any(String)]),
])('rejects %j and names the invalid field', async (request, message) => {
	expect(await site.callAs('adminGetUsers', request, admin)).toMatchObject({ status: 'INVALID_ARGUMENT', message });
});
