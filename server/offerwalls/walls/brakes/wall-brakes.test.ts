import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '../../../../contract/durations.ts';
import { signed, useWalls } from '../../../../test/partners/play.ts';
import { openTestDatabase } from '../../../../test/support/database.ts';
import { listBrakeAlerts } from './store-brakes.ts';

const database = openTestDatabase();
const clock = { nowMs: Date.UTC(2026, 0, 1, 12), now: () => clock.nowMs };
const walls = useWalls(database, { clock });
const other = useWalls(database, { clock });

beforeEach(() => {
	clock.nowMs += 60 * DAY_MS;
});

async function send(partner: string, count: number, reward: string, { at = walls, together = false } = {}) {
	const uid = await walls.user();
	const sendOne = () => at.send(signed(partner, uid, randomUUID(), { reward }));
	if (together) await Promise.all(Array.from({ length: count }, sendOne));
	else for (let n = 0; n < count; n += 1) await sendOne();
	return Math.round(((await walls.balanceOf(uid)) ?? 0) / (Number(reward) * 100));
}

async function isKnownFor(days: number, partner: string) {
	await send(partner, 1, '1.00');
	clock.nowMs += days * DAY_MS;
}

test('the wall may pay 20,000 R$ in an hour, further credits are held with an alert, and the next hour starts anew', async () => {
	await isKnownFor(13, 'wannads');
	expect(await send('wannads', 14, '1500.00', { together: true })).toBe(13);
	expect(await send('wannads', 2, '1000.00')).toBe(0);
	expect(await listBrakeAlerts({ db: database.app })).toEqual([
		{ kind: 'held-for-speed', message: expect.stringContaining('3 (wannads)') },
	]);
	clock.nowMs += HOUR_MS;
	expect(await send('wannads', 1, '1500.00')).toBe(1);
});

test('the wall does not count repeats of booked postbacks', async () => {
	await isKnownFor(20, 'notik');
	const uid = await walls.user();
	const credit = signed('notik', uid, randomUUID(), { amount: '1900.00' });
	for (let n = 0; n < 15; n += 1) expect((await walls.send(credit)).status).toBe(200);
	await walls.send(signed('notik', uid, randomUUID(), { amount: '1900.00' }));
	expect([await walls.balanceOf(uid), await walls.pendingOf(uid)]).toEqual([380_000, 0]);
});

test('the wall has no limit before its 14th day', async () => {
	await isKnownFor(12, 'wannads-v2');
	expect(await send('wannads-v2', 14, '1500.00')).toBe(14);
});

test('the wall may pay ten times its busiest hour of 28 days, and held credits do not raise that', async () => {
	await isKnownFor(15, 'easywall');
	clock.nowMs += HOUR_MS;
	expect(await send('easywall', 2, '1500.00')).toBe(2);
	clock.nowMs += DAY_MS;
	expect(await send('easywall', 30, '1500.00')).toBe(20);
	clock.nowMs += HOUR_MS;
	expect(await send('easywall', 1, '1.00')).toBe(1);
	expect(await send('easywall', 30, '1400.00')).toBe(21);
	clock.nowMs += DAY_MS;
	expect(await send('easywall', 4, '1500.00')).toBe(4);
	clock.nowMs += 29 * DAY_MS;
	expect(await send('easywall', 15, '1500.00')).toBe(13);
});

test('the wall counts credits booked by another node', async () => {
	await isKnownFor(15, 'offery');
	expect(await send('offery', 13, '1500.00', { at: other })).toBe(13);
	expect(await send('offery', 1, '1500.00')).toBe(0);
});
