import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../../contract/durations.ts';
import { signed, useWalls } from '../../../test/partners/play.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { cellOf } from '../../lib/db/database.ts';
import { listBrakeAlerts } from '../walls/brakes/store-brakes.ts';
import { releaseHeldCredits } from './release-held-credits.ts';

const database = openTestDatabase();
const start = Date.UTC(2026, 10, 21);
let now = start;
const clock = { now: () => now };
const published: string[] = [];
const log = { debug() {}, info() {}, warn() {}, error: (facts: unknown) => failures.push(facts) };
const failures: unknown[] = [];

const holding = useWalls(database, { clock, more: { holdHours: 48 } });
const plain = useWalls(database, { clock });

const release = () => releaseHeldCredits({ db: database.app, clock, log, publish: (uid) => published.push(uid) });
const moneyOf = async (uid: string) => [await plain.balanceOf(uid), await plain.pendingOf(uid)];
const linesOf = async (uid: string) => (await plain.historyOf(uid)).map(({ kind, amount }) => [kind, amount]);
const payoutOf = (wall: string) => cellOf(database.owner)`
	select coalesce(sum(payout_micros), 0)::bigint from earnings_buckets where wall = ${wall}
`;

async function held(tx: string = randomUUID()) {
	const uid = await plain.user();
	expect((await holding.send(signed('wannads', uid, tx))).body).toBe('OK');
	return { uid, tx };
}

test('a held credit shows its release time and is released once by concurrent runs', async () => {
	const { uid, tx } = await held();
	expect(await moneyOf(uid)).toEqual([0, 10_000]);
	expect(await plain.historyOf(uid)).toMatchObject([
		{ kind: 'pending', amount: 100, name: 'Level 30', pending_until: now + 48 * HOUR_MS },
	]);
	await holding.send(signed('wannads', uid, tx));
	now += 48 * HOUR_MS - 1;
	await release();
	expect(await moneyOf(uid)).toEqual([0, 10_000]);
	now += 1;
	await Promise.all([release(), release(), release()]);
	await release();
	expect(await moneyOf(uid)).toEqual([10_000, 0]);
	expect(await plain.historyOf(uid)).toMatchObject([
		{ kind: 'credit', amount: 100, name: 'Level 30', earning_source: 'The wannads wall', pending_until: null },
	]);
	expect(published.filter((published) => published === uid)).toHaveLength(1);
	expect(failures).toEqual([]);
});

test.each([
	['before', '100'],
	['after', '900'],
])('a reversal %s the release takes the credit back once', async (when, reward) => {
	const before = await payoutOf('wannads');
	const { uid, tx } = await held();
	const releaseLater = async () => {
		now += 48 * HOUR_MS;
		await release();
	};
	if (when === 'after') await releaseLater();
	const reversal = signed('wannads', uid, tx, { transId: '{new}', status: '2', reward });
	await holding.send(reversal);
	await plain.send(reversal);
	await releaseLater();
	expect(await moneyOf(uid)).toEqual([0, 0]);
	expect(await linesOf(uid)).toEqual([
		['reversal', -100],
		['credit', 100],
	]);
	expect(await payoutOf('wannads')).toBe(before);
});

test('a reversal concurrent with the release removes the credit and leaves other credits held', async () => {
	const credits = await Promise.all(Array.from({ length: 20 }, () => held()));
	now += 24 * HOUR_MS;
	await Promise.all(credits.map(({ uid }) => holding.send(signed('wannads', uid, randomUUID()))));
	now += 24 * HOUR_MS;
	await Promise.all([
		release(),
		...credits.map(({ uid, tx }) => holding.send(signed('wannads', uid, tx, { transId: '{new}', status: '2' }))),
		release(),
	]);
	for (const { uid } of credits) expect(await moneyOf(uid)).toEqual([0, 10_000]);
});

test('a partial reversal takes its part and releases the rest', async () => {
	const { uid, tx } = await held();
	await holding.send(signed('wannads', uid, tx, { transId: '{new}', status: '2', reward: '30' }));
	expect(await moneyOf(uid)).toEqual([7_000, 0]);
});

test('a reversal that waits for its credit cancels the credit when the credit arrives', async () => {
	const uid = await plain.user();
	const tx = randomUUID();
	await holding.send(signed('wannads', uid, tx, { transId: '{new}', status: '2' }));
	await holding.send(signed('wannads', uid, tx));
	expect(await moneyOf(uid)).toEqual([0, 0]);
	expect(await holding.outcomesOf(uid)).toEqual(['waiting', 'held']);
});

test('a reversal received before its credit takes back its own amount if that is signed and the payout is not', async () => {
	const uid = await plain.user();
	const tx = randomUUID();
	// The payout is that of the whole credit.
	await plain.send(signed('wannads', uid, tx, { transId: '{new}', status: '2', reward: '30' }));
	await plain.send(signed('wannads', uid, tx));
	expect(await plain.outcomesOf(uid)).toEqual(['waiting', 'booked']);
	expect(await moneyOf(uid)).toEqual([7_000, 0]);
	expect(await linesOf(uid)).toEqual([
		['reversal', -30],
		['credit', 100],
	]);
});

test("a transaction is booked once even if the wall's hold setting changes between postbacks", async () => {
	const { uid, tx } = await held();
	expect((await plain.send(signed('wannads', uid, tx))).body).toBe('DUP');
	expect(await moneyOf(uid)).toEqual([0, 10_000]);
	expect((await plain.send(signed('wannads', uid, tx, { reward: '101' }))).status).toBe(409);

	const [other, later] = [await plain.user(), randomUUID()];
	await plain.send(signed('wannads', other, later));
	expect((await holding.send(signed('wannads', other, later))).body).toBe('DUP');
	expect((await holding.send(signed('wannads', other, later, { reward: '101' }))).status).toBe(409);
	expect(await moneyOf(other)).toEqual([10_000, 0]);
});

test('a signed credit of 999,999.99 R$ is held and raises an alert', async () => {
	const [uid, tx] = [await plain.user(), randomUUID()];
	await plain.send(signed('wannads', uid, tx, { reward: '999999.99' }));
	expect(await moneyOf(uid)).toEqual([0, 99_999_999]);
	expect(await listBrakeAlerts({ db: database.app })).toMatchObject([
		{ kind: 'held-for-amount', message: expect.stringContaining('1 (wannads)') },
	]);
	const reversal = { transId: '{new}', status: '2' };
	expect((await plain.send(signed('wannads', uid, tx, { ...reversal, reward: '0.01' }))).status).toBe(409);
	expect(await moneyOf(uid)).toEqual([0, 99_999_999]);
	await plain.send(signed('wannads', uid, tx, { ...reversal, reward: '999999.99' }));
	expect(await moneyOf(uid)).toEqual([0, 0]);
	expect(await listBrakeAlerts({ db: database.app })).toEqual([]);
	await plain.send(signed('wannads', uid, randomUUID(), { reward: '2000.00' }));
	expect(await moneyOf(uid)).toEqual([200_000, 0]);
});

test('a credit rejected while pending is refused and not held', async () => {
	const [uid, tx] = [await plain.user(), randomUUID()];
	await holding.send(signed('adgate', uid, tx, { state: 'pending' }));
	await holding.send(signed('adgate', uid, tx, { state: 'rejected' }));
	expect((await holding.send(signed('adgate', uid, tx))).status).toBe(409);
	expect(await moneyOf(uid)).toEqual([0, 0]);
});

test('an approved credit on a holding wall is held until its release time', async () => {
	const [uid, tx] = [await plain.user(), randomUUID()];
	await holding.send(signed('adgate', uid, tx, { state: 'pending' }));
	await holding.send(signed('adgate', uid, tx));
	expect(await moneyOf(uid)).toEqual([0, 10_000]);
	expect(await plain.historyOf(uid)).toMatchObject([{ kind: 'pending', pending_until: now + 48 * HOUR_MS }]);
	now += 48 * HOUR_MS;
	await release();
	expect(await moneyOf(uid)).toEqual([10_000, 0]);
	expect(await linesOf(uid)).toEqual([['credit', 100]]);
});
