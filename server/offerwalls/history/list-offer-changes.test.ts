import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents } from '../../../contract/money.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { openWallet } from '../../ledger/wallet.ts';
import { inTransaction, type Tx } from '../../lib/db/database.ts';
import { listOfferChanges } from './list-offer-changes.ts';

const { app } = openTestDatabase();
const start = Date.UTC(2026, 10, 21);
let now = start;
const deps = { db: app, walls: [], clock: { now: () => now } };

const credit = (tx: Tx, uid: string, n: number) =>
	postTransfer(tx, {
		kind: 'credit',
		uid,
		wall: 'w',
		amount: asRobuxCents(n * 100),
		reference: `offer/w/${uid}-${n}/credit`,
		atMs: now,
	});
const book = (uid: string, n: number) => inTransaction(app, (tx) => credit(tx, uid, n));

async function user(): Promise<string> {
	const uid = randomUUID();
	await openWallet(app, uid);
	return uid;
}

function follow(uid: string) {
	let position: string | undefined;
	return async () => {
		const changes = await listOfferChanges(deps, uid, position);
		position = changes.position;
		return changes.items.map(({ amount }) => amount);
	};
}

test('the list of changes is empty at first, then contains each later line once and in order', async () => {
	const uid = await user();
	await book(uid, 1);
	const next = follow(uid);
	expect(await next()).toEqual([]);
	await book(uid, 2);
	await book(uid, 3);
	expect(await next()).toEqual([2, 3]);
	expect(await next()).toEqual([]);
	now += 3_600_000;
	await book(uid, 4);
	expect(await next()).toEqual([4]);
	expect(await next()).toEqual([]);
});

test('the list of changes contains a line that got its id earlier but was committed later than others', async () => {
	const uid = await user();
	const next = follow(uid);
	await next();
	await inTransaction(app, async (tx) => {
		// Takes an id before the locks, like a batch.
		const { rows } = await sql<{ id: number }>`
			insert into transfers (uid, at, amount, kind, debit, credit, reference)
			values (${uid}, ${new Date(now)}, 500, 'credit', 'partner:w', 'wallet', 'offer/w/late/credit') returning id
		`.execute(tx);
		await book(uid, 6);
		expect(await next()).toEqual([6]);
		await sql`update wallets set balance = balance + 500, earned = earned + 500 where uid = ${uid}`.execute(tx);
		await sql`insert into wallet_totals (part, balance, pending, below_zero) values (${uid}, 500, 0, 0)`.execute(tx);
		await sql`
			insert into account_buckets (part, account, starts_at, debited, credited)
			values (${uid}, 'partner:w', date_bin('15 minutes', ${new Date(now)}, 'epoch'), 500, 0)
		`.execute(tx);
		expect(rows).toHaveLength(1);
	});
	expect(await next()).toEqual([5]);
	expect(await next()).toEqual([]);
});

test('returns a backlog in portions without a gap', async () => {
	const uid = await user();
	const next = follow(uid);
	await next();
	for (let n = 1; n <= 230; n += 1) await book(uid, n);
	const notified: number[] = [];
	for (;;) {
		const portion = await next();
		if (portion.length === 0) break;
		notified.push(...portion);
	}
	expect(notified).toEqual(Array.from({ length: 230 }, (_, n) => n + 1));
});

test.each(['', 'nonsense', '1', '5;x', `${'9'.repeat(30)};`])(
	'the invalid position %j is treated like no position',
	async (position) => {
		const uid = await user();
		await book(uid, 1);
		expect((await listOfferChanges(deps, uid, position)).items).toEqual([]);
	},
);
