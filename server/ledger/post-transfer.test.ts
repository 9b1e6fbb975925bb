import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents } from '../../contract/money.ts';
import { earn, openTestDatabase } from '../../test/support/database.ts';
import { inTransaction, rowsOf } from '../lib/db/database.ts';
import { addAccountsOfDays, listBookedAccounts, listBookedWalls } from './booked-accounts.ts';
import { checkLedger } from './check-ledger.ts';
import { compactBuckets } from './compact-buckets.ts';
import { InsufficientBalance, ReferenceConflict, WalletClosed } from './errors.ts';
import { postTransfer } from './post-transfer.ts';
import { insertPostings } from './store-postings.ts';
import { type NewTransfer, toPosting } from './transfer.ts';
import { findWallet, openWallet } from './wallet.ts';

const { app, owner } = openTestDatabase({
	poolSize: 30,
	afterEachTest: async (db) => expect(await inTransaction(db, checkLedger)).toEqual([]),
});

const AT_MS = Date.UTC(2026, 10, 21, 12, 7);

async function openedWallet(balance = 0): Promise<string> {
	const uid = randomUUID();
	await openWallet(app, uid);
	if (balance > 0)
		await post({ uid, kind: 'credit', wall: 'sandbox', amount: balance, reference: `start-${uid}/credit` });
	return uid;
}

function post(transfer: Omit<NewTransfer, 'amount' | 'atMs'> & { amount: number }) {
	return inTransaction(app, (tx) =>
		postTransfer(tx, { ...transfer, amount: asRobuxCents(transfer.amount), atMs: AT_MS }),
	);
}

const balanceOf = async (uid: string) => (await findWallet(app, uid))?.balance;

const credit = (wall: string) => earn(app, randomUUID(), { wall, atMs: Date.now() });

test('concurrent credits add each wall once to the booked accounts, and no other account', async () => {
	await Promise.all(['b', 'a', 'b', 'a', 'b'].map(credit));
	expect(await listBookedWalls(app)).toEqual(['a', 'b']);
	expect(await listBookedAccounts(app, 'house')).toEqual([]);
	expect(await rowsOf(owner)`select account from booked_accounts where account not like 'partner:%'`).toEqual([]);
});

test('a rolled-back booking adds no wall to the booked accounts', async () => {
	const uid = randomUUID();
	const booking = { uid, wall: 'undone', amount: asRobuxCents(100), reference: `offer/undone/${uid}/credit`, atMs: 1 };
	await expect(inTransaction(app, (tx) => postTransfer(tx, { kind: 'credit', ...booking }))).rejects.toThrow();
	expect(await listBookedWalls(app)).not.toContain('undone');
});

test('addAccountsOfDays adds walls that an older version booked on or after the given day', async () => {
	await sql`insert into account_days (account, day, debited, credited) values
		('partner:early', '2026-11-01Z', 1, 0), ('partner:late', '2026-11-02Z', 1, 0)`.execute(owner);
	await inTransaction(owner, (tx) => addAccountsOfDays(tx, new Date('2026-11-02Z')));
	const walls = await listBookedWalls(app);
	expect(walls).toContain('late');
	expect(walls).not.toContain('early');
	await sql`delete from account_days`.execute(owner);
});

// spec: 1.balance
test('a withdrawal needs and reduces the balance when it is held, counts when it is paid, and a refund restores it', async () => {
	const uid = await openedWallet(1000);
	await post({ uid, kind: 'withdrawal-hold', amount: 600, reference: 'withdrawal/a/hold' });
	expect(await findWallet(app, uid)).toMatchObject({ balance: 400, withdrawn: 0, earned: 1000 });
	await post({ uid, kind: 'withdrawal-paid', amount: 600, reference: 'withdrawal/a/paid' });
	expect(await findWallet(app, uid)).toMatchObject({ balance: 400, withdrawn: 600, earned: 1000 });
	const second = post({ uid, kind: 'withdrawal-hold', amount: 401, reference: 'withdrawal/b/hold' });
	await expect(second).rejects.toThrow(InsufficientBalance);
	await expect(second).rejects.toMatchObject({ balance: 400 });
	await post({ uid, kind: 'withdrawal-hold', amount: 400, reference: 'withdrawal/c/hold' });
	await post({ uid, kind: 'withdrawal-refund', amount: 400, reference: 'withdrawal/c/refund' });
	expect(await findWallet(app, uid)).toMatchObject({ balance: 400, withdrawn: 600 });
});

test('a withdrawal cannot overdraw the wallet under concurrent requests', async () => {
	const uid = await openedWallet(1000);
	const holds = Array.from({ length: 20 }, (_, n) =>
		post({ uid, kind: 'withdrawal-hold', amount: 300, reference: `withdrawal/d${n}/hold` }),
	);
	const settled = await Promise.allSettled(holds);
	expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
	expect(await balanceOf(uid)).toBe(100);
});

test('a reversal may take the wallet below zero, and new credits repay the debt first', async () => {
	const uid = await openedWallet();
	await post({ uid, kind: 'credit', wall: 'w', amount: 500, reference: 'offer/w/r1/credit' });
	await post({ uid, kind: 'forfeit', amount: 400, reference: 'audit/1' });
	await post({ uid, kind: 'reversal', wall: 'w', amount: 500, reference: 'offer/w/r1/reversal' });
	expect(await findWallet(app, uid)).toMatchObject({ balance: -400, earned: 0 });
	await post({ uid, kind: 'credit', wall: 'w', amount: 450, reference: 'offer/w/r2/credit' });
	expect(await balanceOf(uid)).toBe(50);
});

test('a reference with the same content is a replay, even 50 times concurrently, and with other content a conflict', async () => {
	const uid = await openedWallet();
	const credit = { uid, kind: 'credit', wall: 'w', amount: 500, reference: 'offer/w/t1/credit' } as const;
	const results = await Promise.all(Array.from({ length: 50 }, () => post(credit)));
	expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
	expect(new Set(results.map(({ id }) => id)).size).toBe(1);
	await expect(post({ ...credit, amount: 501 })).rejects.toThrow(ReferenceConflict);
	await expect(post({ ...credit, wall: 'v' })).rejects.toThrow(ReferenceConflict);
	expect(await balanceOf(uid)).toBe(500);
});

test('a reference is still a replay when the wallet no longer covers the amount', async () => {
	const uid = await openedWallet(300);
	const hold = { uid, kind: 'withdrawal-hold', amount: 300, reference: 'withdrawal/e/hold' } as const;
	const first = await post(hold);
	expect(await post(hold)).toEqual({ id: first.id, replayed: true });
	await post({ uid, kind: 'withdrawal-refund', amount: 300, reference: 'withdrawal/e/refund' });
});

test('a held credit is pending until it is released', async () => {
	const uid = await openedWallet();
	await post({ uid, kind: 'credit-hold', wall: 'w', amount: 500, reference: 'offer/w/h1/credit' });
	expect(await findWallet(app, uid)).toMatchObject({ balance: 0, pending: 500, earned: 0 });
	await post({ uid, kind: 'credit-release', amount: 500, reference: 'offer/w/h1/release' });
	expect(await findWallet(app, uid)).toMatchObject({ balance: 500, pending: 0, earned: 500 });
	const again = post({ uid, kind: 'credit-cancel', wall: 'w', amount: 500, reference: 'offer/w/h1/cancel' });
	await expect(again).rejects.toThrow(InsufficientBalance);
});

test('a transfer for a missing or closed wallet is refused', async () => {
	const credit = { kind: 'credit', wall: 'w', amount: 500, reference: 'offer/w/n1/credit' } as const;
	await expect(post({ ...credit, uid: randomUUID() })).rejects.toThrow(WalletClosed);
	const closed = await openedWallet();
	await sql`update wallets set closed_at = now() where uid = ${closed}`.execute(owner);
	await expect(post({ ...credit, uid: closed })).rejects.toThrow(WalletClosed);
});

test.each([
	'update transfers set amount = amount + 1',
	'delete from transfers',
	'truncate transfers',
	'update account_buckets set debited = 0',
	'drop table transfers',
	'alter table transfers disable trigger all',
])('the application role may not run the statement %s', async (statement) => {
	await expect(sql.raw(statement).execute(app)).rejects.toMatchObject({ code: '42501' });
});

const creditOf = (uid: string) =>
	toPosting({ kind: 'credit', uid, wall: 'w', amount: asRobuxCents(100), reference: 'offer/w/1/credit', atMs: AT_MS });

test('the unique key books a reference once even without locks and lookups', async () => {
	const uid = randomUUID();
	await openWallet(app, uid);
	const bookings = Array.from({ length: 10 }, () => inTransaction(app, (tx) => insertPostings(tx, [creditOf(uid)])));
	const done = await Promise.allSettled(bookings);
	expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	expect((await findWallet(app, uid))?.balance).toBe(100);
});

test('rejects a transfer for a user without a wallet', async () => {
	const insert = inTransaction(app, (tx) => insertPostings(tx, [creditOf(randomUUID())]));
	await expect(insert).rejects.toThrow('division by zero');
});

const QUARTER_MS = 15 * 60_000;

test('folds each closed 15-minute interval into one row, keeps open ones, and does not change totals', async () => {
	const uid = randomUUID();
	const start = Date.UTC(2026, 10, 21, 12);
	const times = [0, 1, QUARTER_MS - 1, QUARTER_MS, QUARTER_MS + 1];
	for (const ms of times) await earn(app, uid, { wall: 'folded', atMs: start + ms });
	const compact = () => compactBuckets(owner, 'account_buckets', start + QUARTER_MS);
	await Promise.all([compact(), compact(), compact()]);

	const { rows } = await sql<{ starts_at: Date; debited: number }>`
		select starts_at, debited from account_buckets where account = 'partner:folded' order by starts_at, debited
	`.execute(owner);
	const found = rows.map((row) => `${row.starts_at.getTime() - start} ${row.debited}`);
	expect(found).toEqual(['0 300', `${QUARTER_MS} 100`, `${QUARTER_MS} 100`]);
	await expect(compactBuckets(app, 'account_buckets', start)).rejects.toMatchObject({ code: '42501' });
});
