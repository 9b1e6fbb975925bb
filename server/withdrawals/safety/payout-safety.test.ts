import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { sendRequest } from '../../lib/http/outbound.ts';
import { listDue, startPayouts, workOff } from '../payouts/payouts.ts';
import { WATCH_PAYOUTS_TASK } from '../withdrawal.ts';

const database = openTestDatabase({ poolSize: 20 });
const payouts = openPayouts(database);
const { clock, newUser, submit, work, workUntilClosed, workerDeps } = payouts;

beforeEach(async () => {
	clock.nowMs = Math.ceil((clock.nowMs + 1) / (24 * HOUR_MS)) * 24 * HOUR_MS;
	await payouts.changeSettings({ is_on: true, hour_cap: null, day_cap: null });
});

async function order(amount = 50): Promise<string> {
	const actor = await newUser(amount);
	await submit(actor, { amount });
	return actor.uid;
}

const orders = (count: number) => Promise.all(Array.from({ length: count }, () => order(10)));

async function workAll(uids: readonly string[], deps = workerDeps()): Promise<void> {
	for (const uid of uids) await work(uid, deps);
}

async function expectAllPaid(uids: readonly string[]): Promise<void> {
	for (const uid of uids) await workUntilClosed(uid);
	expect(await Promise.all(uids.map(statusOf))).toEqual(uids.map(() => 'Completed'));
}

const statusOf = async (uid: string) => (await payouts.history(uid))[0]?.status;
const sentTo = async () => {
	const { requests } = await payouts.control<{ requests: { url: string }[] }>('GET', '/control/requests?part=vendor');
	return requests.filter(({ url }) => url.endsWith('/orders/gamepass')).length;
};

test('a cap per hour lets orders through up to its limit, and the rest in the next hour', async () => {
	await payouts.changeSettings({ hour_cap: 100 });
	const uids = [await order(), await order(), await order()];
	for (const uid of uids) await workUntilClosed(uid, workerDeps(), 0.5);
	expect(await Promise.all(uids.map(statusOf))).toEqual(['Completed', 'Completed', 'Pending']);
	clock.advance(HOUR_MS);
	await expectAllPaid(uids.slice(2));
});

test('a cap per day applies until midnight UTC', async () => {
	await payouts.changeSettings({ day_cap: 50 });
	const [first, second] = [await order(), await order()];
	await workUntilClosed(first, workerDeps(), 1);
	await workUntilClosed(second, workerDeps(), 20);
	expect([await statusOf(first), await statusOf(second)]).toEqual(['Completed', 'Pending']);
	await workUntilClosed(second, workerDeps(), 24);
	expect(await statusOf(second)).toBe('Completed');
});

test('a cap releases waiting orders when an operator raises it', async () => {
	await payouts.changeSettings({ hour_cap: 10 });
	const uid = await order();
	await work(uid);
	expect(await statusOf(uid)).toBe('Pending');
	await payouts.changeSettings({ hour_cap: 50 });
	await workUntilClosed(uid, workerDeps(), 0.5);
	expect(await statusOf(uid)).toBe('Completed');
});

test('a cap is not exceeded by concurrent workers', async () => {
	const uids = await orders(20);
	await payouts.changeSettings({ hour_cap: 70 });
	const deps = workerDeps();
	const workers = [startPayouts(deps), startPayouts(deps), startPayouts(deps)];
	await expect.poll(async () => await sentTo(), { interval: 50 }).toBeGreaterThanOrEqual(7);
	await Promise.all(workers.map((worker) => worker.stop()));
	expect(await sentTo()).toBe(7);
	await payouts.changeSettings({ hour_cap: null });
	for (const uid of uids) await workUntilClosed(uid);
});

test('the circuit breaker opens after five unclear answers, so that further orders wait unsent', async () => {
	await payouts.spoil('vendor', '500', '/orders/gamepass', 5);
	const uids = await orders(8);
	await workAll(uids);
	expect(await sentTo()).toBe(5);
	expect((await Promise.all(uids.map(statusOf))).filter((status) => status === 'Pending')).toHaveLength(3);
	clock.advance(40_000);
	await expectAllPaid(uids);
});

test('the circuit breaker sends one trial order when its time is over, and stays open if the trial fails', async () => {
	await payouts.spoil('vendor', '500', '/orders/gamepass', 6);
	const uids = await orders(8);
	await workAll(uids);
	clock.advance(31_000);
	await Promise.all(uids.slice(5).map((uid) => work(uid)));
	expect(await sentTo()).toBe(6);
	clock.advance(31_000);
	await workAll(uids.slice(5));
	expect(await sentTo()).toBe(6);
	clock.advance(60_000);
	await expectAllPaid(uids);
});

test('the circuit breaker opens if our vendor account is empty, and orders wait without a refund until they are paid', async () => {
	await payouts.control('PATCH', '/control/vendor', { balance: 0 });
	const uids = await orders(4);
	await workAll(uids);
	expect(await Promise.all(uids.map(statusOf))).toEqual(uids.map(() => 'Pending'));
	expect(await sentTo()).toBe(1);
	await payouts.control('PATCH', '/control/vendor', { balance: 1_000 });
	await expectAllPaid(uids);
});

test('the circuit breaker opens at the first 401 and alerts the operator at once', async () => {
	const text = '{"message":"Invalid api key","code":"UNAUTHORIZED"}';
	const refusing = payouts.vendor(async (request) =>
		request.url.endsWith('/orders/gamepass') ? { status: 401, headers: new Headers(), text } : sendRequest(request),
	);
	const lockedOut = workerDeps({ vendors: new Map([['rbxcrate', refusing]]) });
	const uids = [await order(10), await order(10)];
	await workAll(uids, lockedOut);
	const { rows } = await sql<{ reason: string }>`
		select reason from vendor_health where vendor = 'rbxcrate' and open_until > ${new Date(clock.now())}
	`.execute(database.owner);
	expect(rows).toEqual([{ reason: 'locked-out' }]);
	const { rows: jobs } = await sql`
		select from graphile_worker._private_jobs where key = ${WATCH_PAYOUTS_TASK}
	`.execute(database.owner);
	expect(jobs).toHaveLength(1);
	expect(await statusOf(uids[1] as string)).toBe('Pending');
	await expectAllPaid(uids);
});

test('the circuit breaker does not stop queries about sent orders', async () => {
	await payouts.spoil('vendor', 'timeout-after', '/orders/gamepass', 5);
	const uids = await orders(5);
	await workAll(uids);
	clock.advance(6_000);
	await workAll(uids);
	expect(await Promise.all(uids.map(statusOf))).toEqual(uids.map(() => 'Completed'));
});

test('the kill switch holds back an order that was already listed', async () => {
	const uid = await order();
	const row = (await listDue(workerDeps(), 100)).find((due) => due.uid === uid);
	await payouts.changeSettings({ is_on: false });
	await workOff(workerDeps(), row as NonNullable<typeof row>);
	expect([await statusOf(uid), await sentTo()]).toEqual(['Pending', 0]);
	await payouts.changeSettings({ is_on: true });
	await workUntilClosed(uid);
});
