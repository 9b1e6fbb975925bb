import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import { asRobuxCents } from '../../../contract/money.ts';
import { signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { postTransfer } from '../../ledger/post-transfer.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { releaseHeldCredits } from '../booking/release-held-credits.ts';
import { getPendingRewards } from './get-pending-rewards.ts';

const database = openTestDatabase();
let now = Date.UTC(2026, 10, 21);
const clock = { now: () => now };
const holding = useWalls(database, { clock, more: { holdHours: 48 } });
const plain = useWalls(database, { clock });

const pendingOf = (uid: string) =>
	getPendingRewards({ db: database.app, walls: plain.walls }, undefined, { actor: { uid } });
const log = { debug() {}, info() {}, warn() {}, error() {} };
const nothing = { total: 0, items: [], count: 0, debt: null };

async function spend(uid: string, cents: number): Promise<void> {
	const id = randomUUID();
	const amount = asRobuxCents(cents);
	await inTransaction(database.app, async (tx) => {
		await postTransfer(tx, { kind: 'adjustment-down', uid, amount, reference: `adjustment/${id}`, atMs: now });
		await sql`
			insert into adjustments
			values (${uid}, ${id}, ${-cents}, 'Taken.', 'booked', ${uid}, now(), now(), ${uid}, now())
		`.execute(tx);
	});
}

test('lists held rewards by release time, however many rewards came later', async () => {
	const uid = await plain.user();
	expect(await pendingOf(uid)).toEqual(nothing);
	await plain.send(signed('adgate', uid, randomUUID(), { state: 'pending', points: '5' }));
	await holding.send(signed('wannads', uid, randomUUID()));
	now += HOUR_MS;
	await holding.send(signed('wannads', uid, randomUUID(), { reward: '7' }));
	for (let n = 0; n < 30; n += 1) await plain.send(signed('wannads', uid, randomUUID(), { reward: '1' }));
	const pending = await pendingOf(uid);
	expect(pending).toMatchObject({ total: 112, count: 3, debt: null });
	expect(pending.items).toMatchObject([
		{ kind: 'pending', amount: 100, name: 'Level 30', pending_until: now + 47 * HOUR_MS },
		{ kind: 'pending', amount: 7, pending_until: now + 48 * HOUR_MS },
		{ kind: 'pending', amount: 5, pending_until: null, earning_source: 'The adgate wall' },
	]);
	const history = await plain.historyOf(uid);
	for (const item of pending.items) expect(history).toContainEqual(item);

	now += 47 * HOUR_MS;
	await releaseHeldCredits({ db: database.app, clock, log, publish() {} });
	expect(await pendingOf(uid)).toMatchObject({ total: 12, count: 2 });
});

test('a negative balance lists the reversals that caused it, until new rewards cover them', async () => {
	const uid = await plain.user();
	const [early, late] = [randomUUID(), randomUUID()];
	await plain.send(signed('ayet', uid, early));
	await plain.send(signed('ayet', uid, late, { currency_amount: '40' }));
	await spend(uid, 14_000);
	const takeBack = (tx: string, amount: string, reason: string) =>
		plain.send(
			signed('ayet', uid, tx, {
				transaction_id: `r-${tx}`,
				is_chargeback: '1',
				currency_amount: `-${amount}`,
				payout_usd: '-0.5',
				chargeback_reason: reason,
			}),
		);
	await takeBack(early, '100', 'Duplicate install');
	await takeBack(late, '40', 'Fraud');
	const names = async () =>
		(await pendingOf(uid)).debt?.reversals.map(({ name, amount }) => [name?.match(/\((.*)\)/)?.[1], amount]);
	expect((await pendingOf(uid)).debt?.amount).toBe(140);
	expect(await names()).toEqual([
		['Fraud', -40],
		['Duplicate install', -100],
	]);
	await plain.send(signed('wannads', uid, randomUUID(), { reward: '110' }));
	expect((await pendingOf(uid)).debt?.amount).toBe(30);
	expect(await names()).toEqual([['Fraud', -40]]);
	await plain.send(signed('wannads', uid, randomUUID(), { reward: '30' }));
	expect(await pendingOf(uid)).toEqual(nothing);
});
