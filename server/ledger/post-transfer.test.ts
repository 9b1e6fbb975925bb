import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents } from '../../contract/money.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { inTransaction } from '../lib/db/database.ts';
import { checkLedger } from './check-ledger.ts';
import { InsufficientBalance, ReferenceConflict, WalletClosed } from './errors.ts';
import { postTransfer } from './post-transfer.ts';
import type { NewTransfer } from './transfer.ts';
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

// spec: 1.balance
test('a withdrawal reduces the balance once when it is held, and counts as withdrawn when it is paid', async () => {
	const uid = await openedWallet(1000);
	await post({ uid, kind: 'withdrawal-hold', amount: 600, reference: 'withdrawal/a/hold' });
	expect(await findWallet(app, uid)).toMatchObject({ balance: 400, withdrawn: 0, earned: 1000 });
	await post({ uid, kind: 'withdrawal-paid', amount: 600, reference: 'withdrawal/a/paid' });
	expect(await findWallet(app, uid)).toMatchObject({ balance: 400, withdrawn: 600, earned: 1000 });
}, 15_000);

test('a withdrawal restores the balance when it is refunded', async () => {
	const uid = await openedWallet(1000);
	await post({ uid, kind: 'withdrawal-hold', amount: 600, reference: 'withdrawal/b/hold' });
	await post({ uid, kind: 'withdrawal-refund', amount: 600, reference: 'withdrawal/b/refund' });
	expect(await findWallet(app, uid)).toMatchObject({ balance: 1000, withdrawn: 0 });
});

test('a withdrawal needs the full amount; a refusal writes nothing', async () => {
	const uid = await openedWallet(599);
	const hold = post({ uid, kind: 'withdrawal-hold', amount: 600, reference: 'withdrawal/c/hold' });
	await expect(hold).rejects.toThrow(InsufficientBalance);
	await expect(hold).rejects.toMatchObject({ balance: 599 });
	expect(await balanceOf(uid)).toBe(599);
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

test('a reference with the same content is a replay with the first result, even 50 times concurrently', async () => {
	const uid = await openedWallet();
	const credit = { uid, kind: 'credit', wall: 'w', amount: 500, reference: 'offer/w/t1/credit' } as const;
	const results = await Promise.all(Array.from({ length: 50 }, () => post(credit)));
	expect(results.filter(({ replayed }) => !replayed)).toHaveLength(1);
	expect(new Set(results.map(({ id }) => id)).size).toBe(1);
	expect(await balanceOf(uid)).toBe(500);
});

test('a reference with other content throws ReferenceConflict', async () => {
	const uid = await openedWallet();
	const credit = { uid, kind: 'credit', wall: 'w', amount: 500, reference: 'offer/w/t2/credit' } as const;
	await post(credit);
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

test('totals of shared accounts are summed by the quarter hour of the booking', async () => {
	const uid = await openedWallet();
	await post({ uid, kind: 'credit', wall: 'quarter', amount: 500, reference: 'offer/quarter/1/credit' });
	const { rows } = await sql<{ starts_at: Date; debited: number }>`
		select starts_at, debited from account_buckets where account = 'partner:quarter'
	`.execute(owner);
	expect(rows).toEqual([{ starts_at: new Date(Date.UTC(2026, 10, 21, 12, 0)), debited: 500 }]);
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
