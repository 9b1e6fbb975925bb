import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { asRobuxCents } from '../../contract/money.ts';
import { openTestDatabase } from '../../test/database.ts';
import { inTransaction } from '../lib/database.ts';
import { ClosedMeanwhile, postCredits } from './post-credits.ts';
import { postTransfer } from './post-transfer.ts';
import type { NewTransfer } from './transfer.ts';
import { findWallet, openWallet } from './wallet.ts';

const { app, owner } = openTestDatabase({ poolSize: 20 });

const credit = (uid: string, transaction: string, amount = 100): NewTransfer => ({
	kind: 'credit',
	uid,
	wall: 'w',
	amount: asRobuxCents(amount),
	reference: `offer/w/${transaction}/credit`,
	atMs: Date.now(),
});

const post = (credits: NewTransfer[]) => inTransaction(app, (tx) => postCredits(tx, credits));

async function openedWallets(count: number): Promise<string[]> {
	const uids = Array.from({ length: count }, () => randomUUID());
	for (const uid of uids) await openWallet(app, uid);
	return uids;
}

test('a batch books each credit for its user, and answers in order', async () => {
	const [a = '', b = ''] = await openedWallets(2);
	const outcomes = await post([credit(a, 'b1'), credit(b, 'b2', 250), credit(a, 'b3', 50)]);
	expect(outcomes.map(({ status }) => status)).toEqual(['booked', 'booked', 'booked']);
	expect((await findWallet(app, a))?.balance).toBe(150);
	expect((await findWallet(app, b))?.balance).toBe(250);
});

test('duplicates, conflicts and unknown users are told apart and book nothing', async () => {
	const [a = ''] = await openedWallets(1);
	await post([credit(a, 'd1')]);
	const outcomes = await post([
		credit(a, 'd1'),
		credit(a, 'd1', 101),
		credit(a, 'd2'),
		credit(a, 'd2'),
		credit(a, 'd2', 7),
		credit(randomUUID(), 'd3'),
	]);
	expect(outcomes.map(({ status }) => status)).toEqual([
		'replayed',
		'conflict',
		'booked',
		'replayed',
		'conflict',
		'nobody',
	]);
	expect((await findWallet(app, a))?.balance).toBe(200);
});

test('batches that share users and references in opposite order neither deadlock nor book twice', async () => {
	const uids = await openedWallets(12);
	const credits = uids.flatMap((uid, n) => [credit(uid, `o${n}`), credit(uid, `p${n}`)]);
	const batches = Array.from({ length: 16 }, (_, n) => post(n % 2 ? credits : credits.toReversed()));
	const outcomes = (await Promise.all(batches)).flat();
	expect(outcomes.filter(({ status }) => status === 'booked')).toHaveLength(credits.length);
	for (const uid of uids) expect((await findWallet(app, uid))?.balance).toBe(200);
});

test('a wallet that closes while its batch is written takes the whole batch back', async () => {
	const [a = '', b = ''] = await openedWallets(2);
	let batch: Promise<unknown> | undefined;
	await owner.transaction().execute(async (tx) => {
		await sql`update wallets set closed_at = now() where uid = ${b}`.execute(tx);
		batch = post([credit(a, 'c1'), credit(b, 'c2')]);
		batch.catch(() => {});
		// Until the batch waits for the row that this transaction holds.
		for (;;) {
			const { rows } = await sql`
				select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()
			`.execute(owner);
			if (rows.length > 0) break;
		}
	});
	await expect(batch).rejects.toSatisfy((error) => error instanceof ClosedMeanwhile && error.uids[0] === b);
	expect((await findWallet(app, a))?.balance).toBe(0);
});

test('a batch only adds', async () => {
	const [a = ''] = await openedWallets(1);
	await expect(post([{ ...credit(a, 'x'), kind: 'reversal' }])).rejects.toThrow(RangeError);
});

test('a credit and a hold of the same user at the same time both count', async () => {
	const [a = ''] = await openedWallets(1);
	await post([credit(a, 'h0', 10_000)]);
	const hold = (n: number) =>
		inTransaction(app, (tx) =>
			postTransfer(tx, {
				kind: 'adjustment-down',
				uid: a,
				amount: asRobuxCents(100),
				reference: `audit/${n}`,
				atMs: Date.now(),
			}),
		);
	const work = Array.from({ length: 15 }, (_, n) => [post([credit(a, `h${n + 1}`, 30)]), hold(n)]).flat();
	await Promise.all(work);
	expect((await findWallet(app, a))?.balance).toBe(10_000 + 15 * 30 - 15 * 100);
});
