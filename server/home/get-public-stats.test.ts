import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { MINUTE_MS } from '../../contract/durations.ts';
import { asRobuxCents, asUsdMicros } from '../../contract/money.ts';
import { openPayouts } from '../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import type { TransferKind } from '../ledger/transfer.ts';
import { openWallet } from '../ledger/wallet.ts';
import { createDatabase, inTransaction } from '../lib/db/database.ts';
import { countOffers, createReadPublicFigures, maskName } from './get-public-stats.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const payouts = openPayouts(database);

const noon = Date.parse('2026-11-21T12:00:00Z');
const clockAt = (ms: number) => ({ now: () => ms });
const statsAt = (ms: number) => createReadPublicFigures({ db, clock: clockAt(ms) })();
const offersAt = async (ms: number) => (await statsAt(ms)).offersToday;

type Booking = { uid: string; transaction: string };

async function book(
	kind: TransferKind,
	atMs: number,
	{ uid, transaction }: Booking = { uid: randomUUID(), transaction: randomUUID() },
	isBonus = false,
): Promise<Booking> {
	await inTransaction(db, async (tx) => {
		await openWallet(tx, uid);
		const reference = `offer/w/${transaction}/${kind === 'credit-hold' ? 'credit' : kind.replace('credit-', '')}`;
		const memo = { payoutMicros: asUsdMicros(0), isBonus };
		const wall = kind === 'credit-release' ? undefined : 'w';
		await postTransfer(tx, { kind, uid, wall, amount: asRobuxCents(100), reference, atMs, memo });
	});
	return { uid, transaction };
}

test('a new site shows zeros and no payouts', async () => {
	expect(await statsAt(noon)).toEqual({ paidOut: 0, offersToday: 0, recentPayouts: [] });
});

test("each of today's offers is counted once from midnight UTC, whether the counting job has run or not", async () => {
	const day = noon + 24 * 60 * MINUTE_MS;
	const midnight = day - (day % (24 * 60 * MINUTE_MS));
	for (const ms of [midnight - 1, midnight, midnight + MINUTE_MS, day - MINUTE_MS, day - 1]) await book('credit', ms);
	expect(await offersAt(day)).toBe(4);
	for (const ms of [midnight + 2 * MINUTE_MS, day, day, day + 1]) {
		await countOffers({ db, clock: clockAt(ms) });
		expect(await offersAt(day)).toBe(4);
	}
	await book('credit', day + 1);
	expect(await offersAt(day + MINUTE_MS)).toBe(5);
});

test('offers today include credited rewards, even reversed ones, but neither held rewards nor bonuses', async () => {
	const day = noon + 48 * 60 * MINUTE_MS;
	await book('reversal', day, await book('credit', day));
	const held = await book('credit-hold', day);
	await book('credit', day, undefined, true);
	expect(await offersAt(day)).toBe(1);
	await book('credit-release', day, held);
	expect(await offersAt(day)).toBe(2);
});

test('a payout counts once paid, shows a masked name, and stays in the sum after account deletion', async () => {
	const user = await payouts.newUser(60);
	await payouts.submit(user);
	const before = await statsAt(payouts.clock.now());
	expect(before).toMatchObject({ paidOut: 0, recentPayouts: [] });
	await payouts.workUntilClosed(user.uid);

	const { paidOut, recentPayouts } = await statsAt(payouts.clock.now());
	expect(paidOut).toBe(50);
	expect(recentPayouts).toEqual([{ name: 's••••', amount: 50, paid_at: expect.any(Number) }]);
	const [shown] = recentPayouts;
	expect((shown?.paid_at ?? 1) % MINUTE_MS).toBe(0);

	await sql`update withdrawals set roblox_username = null where uid = ${user.uid}`.execute(owner);
	expect(await statsAt(payouts.clock.now()), 'of a deleted account the sum stays').toMatchObject({
		paidOut: 50,
		recentPayouts: [],
	});
});

test('a masked name does not reveal its length', () => {
	expect(['a', 'robin_42', '_x', 'x'.repeat(20)].map(maskName)).toEqual(['a••••', 'r••••', '_••••', 'x••••']);
});

test('requests within 15 seconds share one result, but failures are not cached', async () => {
	let now = noon;
	let isUnavailable = true;
	const pool = {
		...database.appPool,
		connect: () => (isUnavailable ? Promise.reject(new Error('the database is away')) : database.appPool.connect()),
	};
	const flaky = createDatabase(pool as unknown as pg.Pool);
	const readFigures = createReadPublicFigures({ db: flaky, clock: { now: () => now } });
	await expect(readFigures()).rejects.toThrow('the database is away');

	isUnavailable = false;
	const first = await readFigures();
	await book('credit', now);
	now += 14_000;
	expect(await Promise.all([readFigures(), readFigures()])).toEqual([first, first]);
	now += 2_000;
	expect(await readFigures()).toEqual({ ...first, offersToday: first.offersToday + 1 });
});
