import { sql } from 'kysely';
import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { neighbours, openTestDatabase, waitingStatements } from '../../test/support/database.ts';
import { inTransaction } from '../lib/db/database.ts';
import { inPipeline } from '../lib/db/pipeline.ts';
import { type BatchOutcome, openBatch } from './batch.ts';
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

const post = (credits: NewTransfer[]) =>
	inPipeline(app, async (tx, last) => {
		const batch = await openBatch(tx, { uids: credits.map(({ uid }) => uid), keys: credits, size: credits.length });
		const outcomes = credits.map(batch.add);
		await last(batch.write(tx));
		return outcomes;
	});

async function openedWallets(count: number): Promise<string[]> {
	const uids = await neighbours(app, count);
	for (const uid of uids) await openWallet(app, uid);
	return uids;
}

test('duplicates, conflicts and unknown users get distinct outcomes and book nothing', async () => {
	const [a = '', withoutWallet = ''] = await neighbours(app, 2);
	await openWallet(app, a);
	const [known, fresh] = [credit(a, 'd1'), credit(a, 'd2')];
	await post([known]);
	const repeated = [known, credit(a, 'd1', 101), fresh, fresh, credit(a, 'd2', 7)];
	const outcomes = await post([...repeated, credit(withoutWallet, 'd3')]);
	const expected = ['replayed', 'conflict', 'booked', 'replayed', 'conflict', 'no-wallet'];
	expect(outcomes.map(({ status }) => status)).toEqual(expected);
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

test('a wallet that closes while a batch waits for its lock is skipped; other credits are booked', async () => {
	const [a = '', b = ''] = await openedWallets(2);
	let batch: Promise<BatchOutcome[]> | undefined;
	await owner.transaction().execute(async (tx) => {
		await sql`update wallets set closed_at = now() where uid = ${b}`.execute(tx);
		batch = post([credit(a, 'c1'), credit(b, 'c2')]);
		batch.catch(() => {});
		while ((await waitingStatements(owner)).length === 0);
	});
	expect((await batch)?.map(({ status }) => status)).toEqual(['booked', 'no-wallet']);
	expect((await findWallet(app, a))?.balance).toBe(100);
});

test('each outcome carries the id of its own transfer, whatever the order of the batch, and each user gets the sum', async () => {
	const uids = await openedWallets(20);
	const credits = uids.flatMap((uid, n) => [
		credit(uid, `own${n * 7}`, 1 + n),
		credit(uid, `own${n * 3 + 1_000}`, 50 + n),
	]);
	const shuffled = credits.toSorted(() => Math.random() - 0.5);
	const outcomes = await post(shuffled);
	for (const [index, outcome] of outcomes.entries()) {
		const { uid, reference, amount } = shuffled[index] as NewTransfer;
		const { rows } = await sql`
			select uid, reference, amount from transfers where id = ${'id' in outcome ? outcome.id : 0}
		`.execute(app);
		expect(rows).toEqual([{ uid, reference, amount }]);
	}
	for (const [n, uid] of uids.entries()) expect((await findWallet(app, uid))?.balance).toBe(51 + 2 * n);
});

test("a transfer stores its memo, and the partner's payouts are summed", async () => {
	const [a = ''] = await openedWallets(1);
	const offer = { offerId: '17', offerName: 'Level 30', reason: 'none' };
	const signedText = { text: 7n, cut: 8n };
	const memo = { payoutMicros: asUsdMicros(1_250_000), link: -5n, signedText, isBonus: true, ...offer };
	await post([
		{ ...credit(a, 'm1'), wall: 'memo', memo },
		{ ...credit(a, 'm2'), wall: 'memo', memo: { payoutMicros: asUsdMicros(250_000) } },
		{ ...credit(a, 'm3'), wall: 'memo' },
	]);
	const { rows } = await sql`
		select payout_micros, link::int, signed_text, signed_cut, is_bonus, offer_id, offer_name, reason
		from transfers where uid = ${a} order by id
	`.execute(app);
	const stored = { offer_id: '17', offer_name: 'Level 30', reason: 'none' };
	const nothing = { link: null, signed_text: null, signed_cut: null, offer_id: null, offer_name: null, reason: null };
	expect(rows).toEqual([
		{ payout_micros: 1_250_000, link: -5, signed_text: 7, signed_cut: 8, is_bonus: true, ...stored },
		{ ...nothing, payout_micros: 250_000, is_bonus: null },
		{ ...nothing, payout_micros: null, is_bonus: null },
	]);
	const owed = await sql`select payout_micros from earnings_buckets where wall = 'memo'`.execute(app);
	expect(owed.rows).toEqual([{ payout_micros: 1_500_000 }]);
});

test('a batch rejects a transfer that needs a balance check', async () => {
	const [a = ''] = await openedWallets(1);
	await expect(post([{ ...credit(a, 'x'), wall: undefined, kind: 'adjustment-down' }])).rejects.toThrow(RangeError);
});

test('concurrent credits and debits of one user all count', async () => {
	const [a = ''] = await openedWallets(1);
	await post([credit(a, 'h0', 10_000)]);
	const forfeit = { kind: 'forfeit', uid: a, amount: asRobuxCents(100), atMs: Date.now() } as const;
	const hold = (n: number) => inTransaction(app, (tx) => postTransfer(tx, { ...forfeit, reference: `audit/${n}` }));
	const work = Array.from({ length: 15 }, (_, n) => [post([credit(a, `h${n + 1}`, 30)]), hold(n)]).flat();
	await Promise.all(work);
	expect((await findWallet(app, a))?.balance).toBe(10_000 + 15 * 30 - 15 * 100);
});
