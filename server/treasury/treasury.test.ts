import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallResult } from '../../contract/calls.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { openAdminSite, type Person, plainWall } from '../../test/sites/identity-site.ts';
import { earn, isSpread, openTestDatabase, purgeEarnings } from '../../test/support/database.ts';
import { addUpEarningsDays } from '../admin/dashboard/figures.ts';
import { compactBuckets, compactWalletTotals } from '../ledger/compact-buckets.ts';
import { closeWallet } from '../ledger/erase-user.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import type { NewTransfer } from '../ledger/transfer.ts';
import { openWallet } from '../ledger/wallet.ts';
import { cellOf, inTransaction, rowsOf } from '../lib/db/database.ts';
import { coverOf, paidADay, watchCover } from './cover.ts';
import { ageOf } from './get-treasury.ts';

const database = openTestDatabase();
const { app, owner } = database;
const walls = [plainWall({ id: 'w', name: 'The wall' }), plainWall({ id: 'east', name: 'East' })];
const site = openAdminSite(database, { walls, env: { PAYOUT_USD_PER_THOUSAND: '5' } });

type Treasury = CallResult<'adminGetTreasury'>;
let admin: Person;
beforeEach(async () => {
	await purgeEarnings(owner);
	admin = await site.admin();
	await openWallet(app, admin.uid);
});

const read = async () => (await site.callAs('adminGetTreasury', null, admin)) as Treasury;

async function book(uid: string, ...transfers: (Omit<NewTransfer, 'uid' | 'amount' | 'atMs'> & { robux: number })[]) {
	await openWallet(app, uid);
	for (const { robux, ...transfer } of transfers) {
		const posting = { ...transfer, uid, amount: asRobuxCents(Math.round(robux * 100)), atMs: Date.now() };
		await inTransaction(app, (tx) => postTransfer(tx, posting));
	}
}

async function aLittleOfEverything(): Promise<void> {
	const [ann, bob, deb, gone] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
	const kind = 'credit' as const;
	const credit = (n: string, robux: number) => ({ kind, wall: 'w', reference: `offer/w/${n}/credit`, robux });
	const hold = (robux: number) => ({ kind: 'withdrawal-hold' as const, reference: 'withdrawal/1/hold', robux });
	await book(ann, credit('a', 100), hold(30), { ...credit('held', 12.34), kind: 'credit-hold' });
	await book(bob, credit('b', 50.5), { kind: 'promotion', reference: 'promotion/X/1', robux: 5 });
	await book(deb, credit('c', 20), { ...hold(20), reference: 'withdrawal/2/hold' });
	await book(deb, { kind: 'withdrawal-paid', reference: 'withdrawal/2/paid', robux: 20 });
	await book(deb, { kind: 'reversal', wall: 'w', reference: 'offer/w/c/reversal', robux: 20 });
	await book(deb, { kind: 'boost', reference: 'offer/w/d/boost', robux: 1 }).catch(() => {});
	await book(gone, credit('g', 10), { ...hold(10), reference: 'withdrawal/3/hold' });
	await book(gone, { kind: 'withdrawal-paid', reference: 'withdrawal/3/paid', robux: 10 });
	await book(gone, { kind: 'reversal', wall: 'w', reference: 'offer/w/g/reversal', robux: 10 });
	await inTransaction(app, (tx) => closeWallet(tx, { uid: gone, atMs: Date.now() }));
}

async function fromTransfers() {
	const { rows } = await sql<Record<string, number>>`
		with wallets_now as (
			select t.uid, sum(case 'wallet' when credit then amount when debit then -amount else 0 end) as balance,
				sum(case 'pending' when credit then amount when debit then -amount else 0 end) as pending
			from transfers t join wallets w on w.uid = t.uid and w.closed_at is null group by t.uid
		)
		select sum(greatest(balance, 0))::float8 / 100 as spendable, sum(pending)::float8 / 100 as held_back,
			sum(greatest(-balance, 0))::float8 / 100 as below_zero,
			(select sum(case 'payouts:held' when credit then amount when debit then -amount else 0 end) from transfers)::float8 / 100
				as on_its_way
		from wallets_now
	`.execute(owner);
	return rows[0];
}

test('the liabilities equal the sum of all transfers, before and after compaction', async () => {
	await aLittleOfEverything();
	const expected = await fromTransfers();
	expect(expected).toMatchObject({ spendable: 125.5, held_back: 12.34, below_zero: 19, on_its_way: 30 });
	expect(await read()).toMatchObject(expected as object);
	await compactWalletTotals(owner);
	await compactBuckets(owner, 'account_buckets', Date.now() + 3_600_000);
	await addUpEarningsDays({ db: app, clock: { now: () => Date.now() + 3 * 86_400_000 } });
	const { rows } = await sql<{ count: number }>`select count(*)::int as count from wallet_totals`.execute(owner);
	expect(rows).toEqual([{ count: isSpread ? expect.any(Number) : 1 }]);
	const { cost_usd, promotions, boosts, ...treasury } = await read();
	expect(treasury).toMatchObject(expected as object);
	expect(cost_usd).toBeCloseTo(((125.5 + 12.34 + 30) / 1_000) * 5);
	expect([promotions.paid, boosts.paid]).toEqual([5, 1]);
	await purgeEarnings(owner);
});

test('the liabilities count only promo codes that are open', async () => {
	await sql`
		insert into promo_codes (code, amount, uses_max, per_user, uses, starts_at, ends_at, closed_at, created_at, created_by)
		values ('OPEN', 250, 6, 1, 0, now(), null, null, now(), ${admin.uid}),
			('OVER', 250, 10, 1, 0, now() - interval '2 days', now() - interval '1 day', null, now(), ${admin.uid}),
			('CLOSED', 250, 10, 1, 0, now(), null, now(), now(), ${admin.uid})
	`.execute(owner);
	expect((await read()).promotions.promised).toBe(15);
	await sql`truncate promo_codes`.execute(owner);
});

const month = (name: string, rows: Treasury['receivable']) => rows.find((row) => row.month === name);

test("the receivable of a wall is grouped by months in the partner's time zone", async () => {
	const uid = randomUUID();
	await earn(app, uid, { wall: 'w', atMs: Date.UTC(2026, 1, 1, 4, 30), payout: 3_000_000 });
	await earn(app, uid, { wall: 'w', atMs: Date.UTC(2026, 1, 1, 5), payout: 500_000 });
	await earn(app, uid, { wall: 'east', atMs: Date.UTC(2026, 0, 31, 11), payout: 2_000_000 });
	await earn(app, uid, { wall: 'east', atMs: Date.UTC(2026, 0, 31, 10, 45), payout: 1_000_000 });
	const terms = { tolerance_usd: 1, tolerance_percent: 0, reason: 'operation' };
	await site.callAs('adminSetReportTerms', { wall_id: 'w', zone: 'America/New_York', ...terms }, admin);
	await site.callAs('adminSetReportTerms', { wall_id: 'east', zone: 'Pacific/Auckland', ...terms }, admin);
	const owed = async () => {
		const rows = (await read()).receivable;
		return rows.map(({ wall_id, month, owed_usd }) => `${month} ${wall_id} ${owed_usd}`);
	};
	const expected = ['2026-02 east 2', '2026-02 w 0.5', '2026-01 w 3', '2026-01 east 1'];
	expect(await owed()).toEqual(expected);
	const [east] = (await read()).receivable;
	expect([east?.from, east?.until]).toEqual([Date.UTC(2026, 0, 31, 11), Date.UTC(2026, 1, 28, 11)]);
	await addUpEarningsDays({ db: app, clock: { now: () => Date.now() } });
	expect(await owed()).toEqual(expected);
});

test('the receivable of a wall lists the payments and invoices that staff entered, each stored once and audited', async () => {
	await earn(app, randomUUID(), { wall: 'w', atMs: Date.UTC(2026, 0, 15), payout: 100_000_000 });
	const entered = { wall_id: 'w', month: '2026-01', kind: 'paid', usd: 60.05, reference: 'T-1', reason: 'It came.' };
	const request_id = randomUUID();
	await Promise.all([1, 2, 3, 4].map(() => site.callAs('adminEnterWallPayment', { ...entered, request_id }, admin)));
	const invoiced = { ...entered, kind: 'invoiced', usd: 100, request_id: randomUUID() };
	expect(await site.callAs('adminEnterWallPayment', invoiced, admin)).toEqual({ done: true });
	const figures = { owed_usd: 100, invoiced_usd: 100, paid_usd: 60.05, age: 'over-90' };
	expect(month('2026-01', (await read()).receivable)).toMatchObject(figures);
	expect(await site.callAs('adminGetWallPayments', { wall_id: 'w', month: '2026-01' }, admin)).toMatchObject([
		{ kind: 'paid', usd: 60.05, reference: 'T-1' },
		{ kind: 'invoiced', usd: 100 },
	]);
	const count = await cellOf<number>(owner)`
		select count(*)::int as count from audit_entries where action = 'enter-wall-payment' and actor = ${admin.uid}
	`;
	expect(count).toBe(2);
	const taken = { ...entered, usd: -60.05, request_id: randomUUID() };
	await site.callAs('adminEnterWallPayment', taken, admin);
	expect(month('2026-01', (await read()).receivable)?.paid_usd).toBe(0);
});

test.each([
	['for an unknown wall', { wall_id: 'unknown' }, 'NOT_FOUND'],
	['of $0', { usd: 0 }, 'INVALID_ARGUMENT'],
	['of less than a cent', { usd: 0.001 }, 'INVALID_ARGUMENT'],
	['for an invalid month', { month: '2026-13' }, 'INVALID_ARGUMENT'],
	['for a future month', { month: '2999-01' }, 'FAILED_PRECONDITION'],
	['without a reason', { reason: ' ' }, 'INVALID_ARGUMENT'],
])('a payment %s is rejected and changes nothing', async (_, wrong, status) => {
	const entered = { wall_id: 'w', month: '2026-01', kind: 'paid', usd: 1, request_id: randomUUID(), reason: 'x' };
	expect(await site.callAs('adminEnterWallPayment', { ...entered, ...wrong }, admin)).toMatchObject({ status });
	expect(await rowsOf(owner)`select from wall_payments where request_id = ${entered.request_id}`).toEqual([]);
});

test('the receivable of a wall ages by the days since the month ended', () => {
	const ages = [-0.1, 0, 30, 30.1, 60, 61, 90, 90.5].map(ageOf);
	expect(ages.join(' ')).toBe('current up-to-30 up-to-30 up-to-60 up-to-60 up-to-90 up-to-90 over-90');
});

const DAY = 86_400_000;
const nowMs = Date.UTC(2026, 5, 1);

test('the cover divides the balance by the daily payouts, over fewer days for a young site', () => {
	const paidOut = asRobuxCents(300_000);
	expect(paidADay({ paidOut, firstPaidAt: new Date(nowMs - 90 * DAY) }, nowMs)).toBe(100);
	expect(paidADay({ paidOut, firstPaidAt: new Date(nowMs - 10 * DAY) }, nowMs)).toBe(300);
	expect(paidADay({ paidOut, firstPaidAt: new Date(nowMs) }, nowMs)).toBe(3_000);
	expect(coverOf(10, 100, 5)).toBe(20);
	for (const unknown of [coverOf(null, 100, 5), coverOf(10, 0, 5), coverOf(10, 100, undefined)]) {
		expect(unknown).toBeUndefined();
	}
});

test('the cover is stored for /metrics, and raises an alert below the configured days', async () => {
	await aLittleOfEverything();
	await sql`update account_buckets set starts_at = (starts_at at time zone 'utc' - interval '2 days') at time zone 'utc' where account = 'payouts:paid'`.execute(
		owner,
	);
	const funds = { vendor: 'v', is_current: true, balance_usd: 0.3 };
	const getVendorFunds = async () => [funds] as never;
	const watch = () => watchCover({ db: app, clock: { now: Date.now }, getVendorFunds, payoutCostOfThousand: 5 });
	expect(await watch()).toEqual([]);
	await site.callAs('adminChangePayoutSettings', { cover_alert_days: 3, reason: 'operation' }, admin);
	expect(await watch()).toEqual([]);
	funds.balance_usd = 0.2;
	expect(await watch()).toMatchObject([{ kind: 'cover', message: expect.stringMatching(/v covers 2\.\d days/) }]);
	expect(await site.get('/metrics')).toMatchObject({ body: expect.stringMatching(/^lootpass_cover_days 2\.\d+$/m) });
	funds.balance_usd = null as never;
	await watch();
	expect((await site.get('/metrics')).body).not.toMatch(/^lootpass_cover_days /m);
	await site.callAs('adminChangePayoutSettings', { cover_alert_days: null, reason: 'operation' }, admin);
	await purgeEarnings(owner);
});
