import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallResult } from '../../contract/calls.ts';
import { asRobuxCents } from '../../contract/money.ts';
import type { Balance, HeldCredit, Transfer } from '../../contract/treasury.ts';
import { openAdmin, openAdminSite, plainWall } from '../../test/sites/identity-site.ts';
import { earn, openTestDatabase, purgeEarnings } from '../../test/support/database.ts';
import { rankUsers } from '../admin/users/rank-earners.ts';
import { compactBuckets } from '../ledger/compact-buckets.ts';
import { closeWallet } from '../ledger/erase-user.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import type { NewTransfer } from '../ledger/transfer.ts';
import { openWallet } from '../ledger/wallet.ts';
import { cellsOf, inTransaction } from '../lib/db/database.ts';

const database = openTestDatabase();
const { app, owner } = database;
const site = openAdminSite(database, { walls: [plainWall({ id: 'w', name: 'The wall' })] });
const HOUR_MS = 3_600_000;
const now = Date.now();
const admin = openAdmin(site);
beforeEach(() => purgeEarnings(owner));

async function person(gameName: string | null = null): Promise<string> {
	const uid = randomUUID();
	await sql`insert into users (uid, created_at, roblox_username) values (${uid}, now(), ${gameName})`.execute(owner);
	await openWallet(app, uid);
	return uid;
}

async function book(uid: string, kind: NewTransfer['kind'], robux: number, reference: string): Promise<number> {
	const wall = ['credit', 'credit-hold', 'reversal'].includes(kind) ? { wall: 'w' } : {};
	const transfer = { kind, uid, ...wall, amount: asRobuxCents(robux * 100), reference, atMs: Date.now() };
	return (await inTransaction(app, (tx) => postTransfer(tx, transfer as NewTransfer))).id;
}

async function hold(uid: string, robux: number, more: { atMs?: number; cause?: string; boost?: number }) {
	const transaction = randomUUID();
	const id = await book(uid, 'credit-hold', robux, `offer/w/${transaction}/credit`);
	if (more.boost) await book(uid, 'boost-hold', more.boost, `offer/w/${transaction}/boost`);
	await sql`
		insert into held_credits (uid, hold_id, wall, transaction_id, release_at, cause)
		values (${uid}, ${id}, 'w', ${transaction}, ${more.atMs ? new Date(more.atMs) : null}, ${more.cause ?? null})
	`.execute(owner);
}

const allOf = <Row>(call: string, request: object, limit = 2) => site.allOf<Row>(call, { ...request, limit }, admin);

const treasury = async () => (await site.callAs('adminGetTreasury', null, admin)) as CallResult<'adminGetTreasury'>;
const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((total, one) => total + one, 0) * 100) / 100;

test('balances per user add up to the spendable and negative totals, before and after users are ranked', async () => {
	await sql`update figure_marks set until = now() - interval '1 hour' where name = 'earners'`.execute(owner);
	const [rich, poor, also] = [await person('rich'), await person(), await person()];
	await book(rich, 'credit', 50, 'offer/w/a/credit');
	await book(poor, 'credit', 3, 'offer/w/b/credit');
	await book(also, 'credit', 3, 'offer/w/c/credit');
	const debtor = await person('debtor');
	await book(debtor, 'credit', 20, 'offer/w/d/credit');
	await book(debtor, 'withdrawal-hold', 20, 'withdrawal/1/hold');
	await book(debtor, 'withdrawal-paid', 20, 'withdrawal/1/paid');
	await book(debtor, 'reversal', 12, 'offer/w/d/reversal');
	const gone = await person();
	await book(gone, 'credit', 7, 'offer/w/e/credit');
	await inTransaction(app, (tx) => closeWallet(tx, { uid: gone, atMs: Date.now() }));
	const look = async () => {
		const above = await allOf<Balance>('adminGetBalances', { side: 'spendable' });
		expect(above.map(({ balance }) => balance)).toEqual([50, 3, 3]);
		expect(above[0]).toMatchObject({ user: { uid: rich, name: 'rich' }, earned: 50, withdrawn: 0 });
		expect(new Set(above.map(({ user }) => user.uid))).toEqual(new Set([rich, poor, also]));
		const below = await allOf<Balance>('adminGetBalances', { side: 'below-zero' });
		expect(below).toMatchObject([{ user: { uid: debtor }, balance: -12 }]);
		const figures = await treasury();
		expect(sum(above.map(({ balance }) => balance))).toBe(figures.spendable);
		expect(sum(below.map(({ balance }) => -balance))).toBe(figures.below_zero);
	};
	await look();
	await rankUsers({ db: app, clock: { now: () => Date.now() + HOUR_MS } });
	await look();
	const ranks = await cellsOf<number | null>(owner)`
		select balance_rank as rank from users where uid = any(${[rich, debtor, gone]}::uuid[]) order by balance_rank
	`;
	expect(ranks).toEqual([-1200, 5000, null]);
	await purgeEarnings(owner);
});

test('held credits show boost and rule, the next release first, and add up to the total', async () => {
	const [one, two] = [await person('one'), await person('two')];
	await hold(one, 10, { atMs: now + 3 * HOUR_MS });
	await hold(two, 20, { atMs: now + HOUR_MS, cause: 'amount', boost: 2 });
	await hold(two, 30, { atMs: now + 2 * HOUR_MS, cause: 'speed' });
	await hold(one, 40, {});
	await hold(one, 50, {});
	const held = await allOf<HeldCredit>('adminGetHeldCredits', {});
	expect(held.map(({ amount }) => amount).slice(0, 3)).toEqual([22, 30, 10]);
	expect(held.map(({ rule }) => rule)).toEqual('amount-hold speed-hold wall-hold partner-hold partner-hold'.split(' '));
	expect(held[0]).toMatchObject({ user: { uid: two, name: 'two' }, wall: { id: 'w', name: 'The wall' } });
	expect(sum(held.map(({ amount }) => amount))).toBe((await treasury()).held_back);
	const latest = await allOf<HeldCredit>('adminGetHeldCredits', { order: 'newest' }, 1);
	expect(latest.map(({ amount }) => amount).slice(0, 3)).toEqual([10, 30, 22]);
	expect(latest).toHaveLength(5);
	const range = { from: now + HOUR_MS, until: now + 2 * HOUR_MS + 1 };
	expect((await allOf<HeldCredit>('adminGetHeldCredits', range, 1)).map(({ amount }) => amount)).toEqual([22, 30]);
	await sql`truncate held_credits`.execute(owner);
});

test.each([
	['adminGetBalances', { side: 'everybody' }],
	['adminGetBalances', { side: 'spendable', cursor: 'nonsense' }],
	['adminGetHeldCredits', { order: 'richest' }],
	['adminGetHeldCredits', { cursor: Buffer.from('never x 1').toString('base64url') }],
])('%s %j is rejected', async (call, request) => {
	expect(await site.callAs(call, request, admin)).toMatchObject({ status: 'INVALID_ARGUMENT' });
});

const MINUTE_MS = 60_000;
const noon = Date.UTC(2026, 0, 15, 12);

const rows = (account: string, range: object = {}, limit = 2) =>
	site.allOf<Transfer>('adminGetTransfers', { account, ...range, limit }, admin);
const payouts = (of: readonly Transfer[]) => of.map(({ payout }) => payout);

test('transfers are listed individually, newest first, for one wall or all, even after compaction', async () => {
	const uid = (await site.signUp()).uid;
	const at = [0, 1, 14, 15, 500, 5_000];
	for (const [n, minutes] of at.entries()) {
		await earn(app, uid, { wall: n % 2 ? 'w' : 'v', atMs: noon + minutes * MINUTE_MS, payout: (n + 1) * 1_000_000 });
	}
	expect(payouts(await rows('partner'))).toEqual([6, 5, 4, 3, 2, 1]);
	expect(payouts(await rows('partner:w'))).toEqual([6, 4, 2]);
	expect(payouts(await rows('partner:unknown'))).toEqual([]);
	const [newest] = await rows('partner:w');
	expect(newest).toMatchObject({ kind: 'credit', amount: 1, from: 'partner:w', to: 'wallet', user: { uid } });
	expect(newest?.wall).toEqual({ id: 'w', name: 'The wall' });
	await compactBuckets(owner, 'account_buckets', Date.now());
	expect(payouts(await rows('partner', {}, 1))).toEqual([6, 5, 4, 3, 2, 1]);
	expect(payouts(await rows('partner', { from: noon + MINUTE_MS, until: noon + 15 * MINUTE_MS }))).toEqual([3, 2]);
	expect(payouts(await rows('partner', { from: noon + 16 * MINUTE_MS }))).toEqual([6, 5]);
	expect(payouts(await rows('partner', { until: noon + 1 }))).toEqual([1]);
});

test('transfers of the same moment are listed once over all pages', async () => {
	const uid = randomUUID();
	for (let n = 1; n <= 5; n += 1) await earn(app, uid, { atMs: noon, payout: n * 1_000_000 });
	expect(payouts(await rows('partner'))).toEqual([5, 4, 3, 2, 1]);
});

test('transfers are listed for one account or for all of its kind', async () => {
	const uid = randomUUID();
	await earn(app, uid, { atMs: noon, payout: 1 });
	await inTransaction(app, async (tx) => {
		const booked = { uid, amount: asRobuxCents(50), atMs: noon + MINUTE_MS };
		await postTransfer(tx, { ...booked, kind: 'promotion', reference: 'promotion/X/1' });
	});
	expect((await rows('house:promotions')).map(({ kind }) => kind)).toEqual(['promotion']);
	expect((await rows('house')).map(({ kind }) => kind)).toEqual(['promotion']);
	expect((await rows('partner')).map(({ kind }) => kind)).toEqual(['credit']);
	expect(await rows('payouts')).toEqual([]);
	await purgeEarnings(owner);
});

test.each(['wallet', 'pending', 'house:%', '', 'partner:'])('%j is not a shared account', async (account) =>
	expect(await site.callAs('adminGetTransfers', { account }, admin)).toMatchObject({ status: 'INVALID_ARGUMENT' }),
);
