import { sql } from 'kysely';
import { asRobuxCents } from '../../contract/money.ts';
import type { Page } from '../../contract/paging.ts';
import { insertOrders } from '../../test/payouts/fake-withdrawals.ts';
import { openAdmin, openAdminSite, plainWall } from '../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { inTransaction } from '../lib/db/database.ts';
import { rankEverybody } from './users/rank-earners.ts';

const database = openTestDatabase();
const { owner } = database;
const site = openAdminSite(database, { walls: [plainWall()] });
const admin = openAdmin(site);
let uid: string;
let people: string[];

const day = (n: number) => Date.UTC(2026, 0, n);
const noon = (n: number) => new Date(day(n) + 12 * 3_600_000);
const at = sql`to_timestamp(${day(0) / 1_000}::bigint + 86400 * n + 43200)`;
const days = sql`generate_series(1, 3) n`;

beforeAll(async () => {
	await sql`
		insert into log_entries (at, source, what, outcome, order_id)
		select ${at}, 'vendor', 'asked', 'done', 'W-PLAYED' from ${days}
	`.execute(owner);
	people = [];
	for (const n of [1, 2, 3]) {
		const person = await site.signUp();
		people.push(person.uid);
		await sql`update users set last_access = ${noon(n)}, created_at = ${noon(n)} where uid = ${person.uid}`.execute(
			owner,
		);
		await sql`insert into fraud_cases values (${person.uid}, 'open', ${10 * n}, null, ${noon(n)}, ${noon(n)})`.execute(
			owner,
		);
	}
	uid = people[0] as string;
	for (const statement of [
		sql`insert into audit_records (at, actor, action, uid, details) select ${at}, 'system', 'played', ${uid}, '{}' from ${days}`,
		sql`insert into callbacks (at, wall, outcome, ip, request, uid) select ${at}, 'played', 'booked', '', '', ${uid} from ${days}`,
		sql`
			insert into claims (uid, reference, opened_at, changed_at, wall, steps, answer, state)
			select ${uid}, 'C-' || n, ${at}, ${at}, 'played', 1, 'never-arrived', 'declined' from ${days}`,
		sql`
			insert into threads (uid, reference, subject, state, opened_at, changed_at)
			select ${uid}, 'S-' || n, 'Played', 'closed', ${at}, ${at} from ${days}`,
		sql`
			insert into promo_codes (code, amount, uses_max, per_user, starts_at, created_at, created_by)
			select 'PLAYED-' || n, 1, 1, 1, ${at}, ${at}, ${uid} from ${days}`,
		sql`
			insert into proposals (id, kind, uid, state, proposed_by, proposed_at, expires_at, amount)
			select gen_random_uuid(), 'adjustment', ${uid}, 'waiting', ${admin.uid}, ${at}, now() + interval '1 day', 1 from ${days}`,
	])
		await statement.execute(owner);
	for (const n of [1, 2, 3]) {
		const transfer = {
			kind: 'credit',
			uid,
			wall: 'w',
			amount: asRobuxCents(100 * n),
			reference: `offer/w/${n}/credit`,
		} as const;
		await inTransaction(database.app, (tx) => postTransfer(tx, { ...transfer, atMs: noon(n).getTime() }));
	}
	for (const [n, person] of people.slice(1).entries()) {
		const transfer = { kind: 'credit', uid: person, wall: 'w', reference: 'offer/w/0/credit' } as const;
		await inTransaction(database.app, (tx) =>
			postTransfer(tx, { ...transfer, amount: asRobuxCents(10 * (n + 1)), atMs: noon(1).getTime() }),
		);
	}
	await rankEverybody({ db: database.app });
});

type Row = Record<string, unknown>;
type List = {
	call: string;
	about: object;
	timeOf: (row: Row) => unknown;
	names?: readonly [from: string, until: string];
};

const lists: readonly List[] = [
	{ call: 'adminGetActions', about: { action: 'played' }, timeOf: (row) => row.at },
	{ call: 'adminGetLog', about: { orderId: 'W-PLAYED' }, timeOf: (row) => row.at },
	{ call: 'adminGetClaims', about: { state: 'declined' }, timeOf: (row) => row.opened_at },
	{ call: 'adminGetThreads', about: { state: 'closed' }, timeOf: (row) => row.changed_at },
	{ call: 'adminGetPromoCodes', about: {}, timeOf: (row) => row.createdAt },
	{ call: 'adminGetPromoRedemptions', about: { code: 'PLAYED-1' }, timeOf: (row) => row.at },
	{ call: 'adminGetAdjustments', about: {}, timeOf: (row) => row.proposed_at },
	{ call: 'adminGetProposals', about: { kind: 'adjustment' }, timeOf: (row) => row.proposed_at },
	{ call: 'adminGetWithdrawals', about: { state: 'completed' }, timeOf: (row) => row.created_at },
];
const unordered: readonly List[] = [
	{ call: 'adminFindCallbacks', about: { wall: 'played' }, timeOf: (row) => row.at, names: ['since', 'until'] },
	{ call: 'adminGetFraudCases', about: {}, timeOf: (row) => row.opened_at },
	{ call: 'adminGetUsers', about: {}, timeOf: (row) => row.last_access },
	{ call: 'adminGetUsers', about: { orderBy: 'last_access' }, timeOf: (row) => row.last_access },
	{ call: 'adminGetUsers', about: {}, timeOf: (row) => row.last_access, names: ['joined_from', 'joined_until'] },
	{ call: 'adminGetBalances', about: { side: 'spendable' }, timeOf: (row) => row.last_access },
];
const ofOnePerson: readonly List[] = [
	{ call: 'adminGetUserLedger', about: {}, timeOf: (row) => row.at },
	{ call: 'adminGetUserOffers', about: {}, timeOf: (row) => row.timestamp },
	{ call: 'adminFindCallbacks', about: {}, timeOf: (row) => row.at, names: ['since', 'until'] },
];

async function times(
	{ call, about, timeOf, names = ['from', 'until'] }: List,
	range: Partial<Record<'from' | 'until', number>>,
	more: object = {},
) {
	const named = Object.fromEntries(
		Object.entries(range).map(([name, value]) => [name === 'from' ? names[0] : names[1], value]),
	);
	const name = `${call} ${JSON.stringify({ ...about, ...named, ...more })}`;
	const found = (await site.allOf<Row>(call, { ...about, ...named, ...more, limit: 1 }, admin)).map(timeOf);
	expect(found.length, name).toBeLessThan(5);
	return found;
}

async function withWhatIsInNoBook(look: () => Promise<void>): Promise<void> {
	await sql`
		insert into promo_redemptions (uid, code, use, at, transfer_id) select ${uid}, 'PLAYED-1', n, ${at}, n from ${days}
	`.execute(owner);
	const times = { next_ask_at: null, created_at: at, updated_at: at };
	await insertOrders(owner, { uid, order_id: sql`'W-' || n`, state: 'completed', version: sql`n`, ...times }, 3);
	try {
		await look();
	} finally {
		await sql`delete from withdrawals`.execute(owner);
		await sql`delete from promo_redemptions`.execute(owner);
	}
}

const [first, second, third] = [1, 2, 3].map((n) => noon(n).getTime());

test('every admin list filters by time range, as a whole and in pages', () =>
	withWhatIsInNoBook(async () => {
		const all = [...lists, ...unordered, ...ofOnePerson.map((list) => ({ ...list, about: { uid } }))];
		for (const list of all) {
			const name = `${list.call} ${JSON.stringify(list.about)}`;
			expect(new Set(await times(list, { from: day(1), until: day(4) })), name).toEqual(
				new Set([first, second, third]),
			);
			expect(await times(list, { from: day(2), until: day(3) }), name).toEqual([second]);
			expect(await times(list, { from: third as number, until: day(4) }), name).toEqual([third]);
			expect(await times(list, { from: day(1), until: second as number }), name).toEqual([first]);
			expect(await times(list, { from: day(5), until: day(6) }), name).toEqual([]);
		}
	}));

test('time-ordered lists can start at either end', () =>
	withWhatIsInNoBook(async () => {
		for (const list of lists) {
			const range = { from: day(1), until: day(4) };
			expect(await times(list, range), list.call).toEqual([third, second, first]);
			expect(await times(list, range, { order: 'newest' }), list.call).toEqual([third, second, first]);
			expect(await times(list, range, { order: 'oldest' }), list.call).toEqual([first, second, third]);
		}
	}));

test('the balance after a ledger line does not depend on the requested time range', async () => {
	const ledger = async (range: object) =>
		((await site.callAs('adminGetUserLedger', { uid, ...range }, admin)) as Page<Row>).items.map(
			(row) => row.balance_after,
		);
	expect(await ledger({})).toEqual([6, 3, 1]);
	expect(await ledger({ until: day(3) })).toEqual([3, 1]);
	expect(await ledger({ from: day(2), until: day(3) })).toEqual([3]);
	expect(await ledger({ until: day(1) })).toEqual([]);
});

test('users active in a range are sorted by earnings, also when searched by name', async () => {
	await sql`update users set roblox_username = 'player' || uid::text where uid = any(${people}::uuid[])`.execute(owner);
	const found = async (more: object) =>
		((await site.callAs('adminGetUsers', { from: day(1), until: day(3), ...more }, admin)) as Page<Row>).items.map(
			(row) => row.id,
		);
	const [one, two] = people;
	expect((await found({}))[0]).toBe(one);
	expect(new Set(await found({}))).toEqual(new Set([one, two]));
	expect(await found({ orderBy: 'last_access' })).toEqual([two, one]);
	expect(await found({ until: day(2) })).toEqual([one]);
	expect(await found({ search: `player${two?.slice(0, 8)}` })).toEqual([]);
});
