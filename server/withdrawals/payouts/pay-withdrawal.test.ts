import { sql } from 'kysely';
import { CREATE, INFO, openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts, VENDOR_TIMEOUT_MS } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { cellOf } from '../../lib/db/database.ts';
import type { CreateAnswer, InfoAnswer, Vendor } from '../vendors/vendor.ts';
import { listDue, workOff } from './payouts.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock, history, fakeOrder, spoil, workerDeps } = payouts;
const one = openOnePayout(database, payouts);

const withVendor = (changes: Partial<Vendor>) =>
	workerDeps({ vendors: new Map([['rbxcrate', { ...payouts.vendor(), ...changes }]]) });

// spec: open.statuses
test('a payout goes from requested via unknown to completed, and each step is published', async () => {
	expect(await one.stateOf()).toMatchObject({ state: 'requested', attempts: 0 });
	payouts.published.length = 0;
	await one.work();
	expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1, vendor_status: 'Pending' });
	expect((await history(one.actor.uid))[0]?.status).toBe('Processing');
	expect(payouts.published).toEqual([one.actor.uid, one.actor.uid]);
	await one.workAfter(5_000);
	expect(await one.stateOf()).toMatchObject({ state: 'completed', vendor_status: 'Completed' });
	await one.expectPaidOnce();
});

test('a payout is stored as sending before the vendor is called', async () => {
	const seen: unknown[] = [];
	const create: Vendor['create'] = async (order) => {
		seen.push(await one.stateOf());
		return payouts.vendor().create(order);
	};
	await one.work(withVendor({ create }));
	expect(seen).toMatchObject([{ state: 'sending', attempts: 1 }]);
	await one.workUntilPaid();
});

test('a payout is queued at the vendor without stock, and paid once there is stock', async () => {
	await payouts.control('PATCH', '/control/vendor', { robuxAvailable: 0 });
	await one.workUntilClosed(workerDeps(), 2);
	expect(await one.stateOf()).toMatchObject({ state: 'unknown', vendor_status: 'Queued' });
	expect(await fakeOrder(one.orderId)).toMatchObject({ isPreOrder: true });
	await payouts.control('PATCH', '/control/vendor', { robuxAvailable: 100 });
	await one.workUntilPaid();
});

test('a payout stays untouched while its vendor is not configured', async () => {
	await one.workUntilClosed(workerDeps({ vendors: new Map() }), 1);
	expect(await one.stateOf()).toMatchObject({ state: 'requested', attempts: 0 });
	await one.workUntilClosed();
});

async function endInError(): Promise<void> {
	await payouts.control('PATCH', '/control/vendor', { failNext: { reason: 'gamepass_not_found' } });
	await one.workUntilClosed();
}
const refuse = () => one.work(one.withAnswer(404, '{"message":"no","code":"GAMEPASS_NOT_FOUND"}'));
const turnDown = () => one.workUntilClosed(one.withAnswer(400, '{"message":"bad data","code":"BAD_REQUEST"}'));

test.each([
	['that the vendor refuses', refuse, { attempts: 1, refusal: 'pass-not-found' }],
	['that ends in error', endInError, { refusal: 'gamepass_not_found', vendor_status: 'Error' }],
	['that the vendor rejected three times and does not know', turnDown, { attempts: 3, refusal: 'BAD_REQUEST' }],
])('one refund is booked for an order %s', async (_, work, stored) => {
	await work();
	expect(await one.stateOf()).toMatchObject({ state: 'failed', ...stored });
	await one.expectRefundedOnce();
});

test.each([
	['timeout-before', 2],
	['timeout-after', 1],
	['reset', 2],
	['reset-after', 1],
	['500', 2],
	['500-after', 1],
	['garbage', 1],
	['slow-drip', 1],
])('%s: the order is paid once', async (kind, attempts) => {
	await one.sendInto(kind);
	expect(await one.stateOf()).toMatchObject({ state: 'unknown' });
	expect(await one.balance()).toBe(50);
	await one.workUntilPaid();
	expect(await one.stateOf()).toMatchObject({ state: 'completed', attempts });
});

test('an answer about an existing order leads to a query, then to the payment', async () => {
	await one.sendInto('timeout-after');
	await sql`update withdrawals set state = 'requested' where order_id = ${one.orderId}`.execute(database.owner);
	await one.workAfter(60_000);
	expect(await fakeOrder(one.orderId)).toMatchObject({ createCalls: 2 });
	expect(await one.stateOf()).toMatchObject({ state: 'unknown' });
	await one.workUntilPaid();
});

const spent = () => cellOf<number>(database.app)`select coalesce(sum(sent), 0)::bigint from payout_spend`;
const empty = '{"message":"no","code":"INSUFFICIENT_BALANCE"}';

test.each([
	['our account is empty', 403, empty],
	['we are rate limited', 429, '{"message":"Too many requests"}'],
])('%s: the order is not refunded, its attempt is not counted, and it is paid later', async (_name, status, body) => {
	const before = await spent();
	await one.work(one.withAnswer(status, body));
	expect(await one.stateOf()).toMatchObject({ state: 'requested', attempts: 0, refusal: null });
	expect(await one.balance()).toBe(50);
	expect(await spent()).toBe(before);
	await one.workUntilPaid();
	expect(await one.stateOf()).toMatchObject({ state: 'completed', attempts: 1 });
});

test("an order waits for as long as the vendor's Retry-After says", async () => {
	const limited = one.withAnswer(429, '{"message":"Too many requests"}', { headers: { 'retry-after': '3600' } });
	await one.work(limited);
	await one.workAfter(3_599_000);
	expect(await one.stateOf()).toMatchObject({ state: 'requested' });
	await one.workAfter(1_000);
	expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
	await one.workUntilPaid();
});

test('an order that the vendor first does not list stays unknown after a second attempt, and is then paid', async () => {
	await one.sendInto('timeout-after');
	clock.advance(60_000);
	await one.work(one.withoutOrder());
	expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 2 });
	await one.workUntilPaid();
});

test('a temporarily refused second attempt leaves the order unknown, because the vendor may have the first', async () => {
	await one.sendInto('timeout-before');
	await one.workAfter(60_000, one.withAnswer(403, empty));
	expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1, refusal: null });
	await one.workUntilPaid();
});

test('a worker checks the status until the vendor is back, then completes the payout', async () => {
	await spoil('vendor', 'timeout-after', CREATE);
	await spoil('vendor', '500', INFO, 60);
	await one.workUntilPaid();
	expect(await one.stateOf()).toMatchObject({ state: 'completed', attempts: 1 });
});

test('an unsettled order is not sent again while the first attempt may be in flight', async () => {
	await one.sendInto('timeout-before');
	await one.workAfter(5_000);
	expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
	await one.workAfter(5_000);
	expect(await one.stateOf()).toMatchObject({ attempts: 2 });
	await one.workUntilPaid();
});

test("an unsettled order is settled even if the vendor's reason has characters that the database rejects", async () => {
	await one.work();
	clock.advance(60_000);
	const odd = { status: 'Error', error: { reason: 'odd\u0000\ud800' } };
	await one.work(one.withAnswer(200, JSON.stringify(odd), { path: INFO }));
	expect(await one.stateOf()).toMatchObject({ state: 'failed', refusal: 'odd \ufffd' });
});

test("an unsettled order is queried again after the vendor's Retry-After, and not before", async () => {
	await one.work();
	clock.advance(5_000);
	const headers = { 'retry-after': '600' };
	await one.work(one.withAnswer(429, '{"message":"Too many requests"}', { path: INFO, headers }));
	await one.workAfter(599_000);
	expect(await one.stateOf()).toMatchObject({ state: 'unknown' });
	await one.workAfter(1_000);
	await one.expectPaidOnce();
});

async function stalled() {
	const gate = Promise.withResolvers<void>();
	const create = () => gate.promise.then((): CreateAnswer => ({ kind: 'refused', reason: 'out-of-stock' }));
	const working = one.work(withVendor({ create }));
	await expect.poll(async () => (await one.stateOf()).state).toBe('sending');
	return async () => {
		gate.resolve();
		await working;
	};
}

test('a stalled worker cannot refund an order that another worker paid', async () => {
	const comeBack = await stalled();
	clock.advance(VENDOR_TIMEOUT_MS + 6_000);
	await one.workUntilPaid();
	await comeBack();
	await one.expectPaidOnce();
});

test('a stalled worker is kept out by the fence alone while another worker sends again', async () => {
	const comeBack = await stalled();
	clock.advance(VENDOR_TIMEOUT_MS * 2 + 6_000);
	const vendor = payouts.vendor();
	const gate = Promise.withResolvers<void>();
	const create: Vendor['create'] = (order) => gate.promise.then(() => vendor.create(order));
	const sendingAgain = one.work(withVendor({ create }));
	await expect.poll(one.stateOf).toMatchObject({ state: 'sending', attempts: 2 });
	await comeBack();
	expect(await one.stateOf()).toMatchObject({ state: 'sending', attempts: 2 });
	expect(await one.balance()).toBe(50);
	gate.resolve();
	await sendingAgain;
	await one.workUntilPaid();
});

test('a stalled worker does not call the vendor after its lease expired', async () => {
	let sent = 0;
	const vendor = payouts.vendor();
	const create: Vendor['create'] = (order) => {
		sent += 1;
		return vendor.create(order);
	};
	const now = () => {
		clock.advance(60_000);
		return clock.now() - 60_000;
	};
	await one.work({ ...withVendor({ create }), clock: { now } });
	expect(sent).toBe(0);
	expect(await one.stateOf()).toMatchObject({ state: 'sending', attempts: 1 });
	await one.workUntilPaid();
});

test('eight concurrent workers make one attempt', async () => {
	const due = (await listDue(workerDeps(), 1_000)).find(({ uid }) => uid === one.actor.uid);
	if (!due) throw new Error('the order is not due');
	await Promise.all(Array.from({ length: 8 }, () => workOff(workerDeps(), due)));
	expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
	expect(await fakeOrder(one.orderId)).toMatchObject({ createCalls: 1 });
	await one.workUntilPaid();
});

test('a stalled worker does not send again a day after "no such order", because the vendor may have forgotten the id', async () => {
	await one.sendInto('timeout-after');
	clock.advance(60_000);
	const info = async (): Promise<InfoAnswer> => {
		clock.advance(25 * 3_600_000);
		return { kind: 'no-such-order' };
	};
	await one.work(withVendor({ info }));
	expect(await fakeOrder(one.orderId)).toMatchObject({ createCalls: 1 });
	expect(await one.stateOf()).toMatchObject({ attempts: 1 });
	await one.workUntilPaid();
});

test('a stalled worker checks the dedupe window again if it slept between its lease and the vendor call', async () => {
	await one.sendInto('timeout-before');
	const deps = workerDeps();
	const sleepy = { ...deps, times: { ...deps.times, leaseMs: 48 * 3_600_000 } };
	clock.advance(23 * 3_600_000);
	let looks = 0;
	const now = () => {
		looks += 1;
		const isAfterTheClaim = looks > 5;
		return clock.now() + (isAfterTheClaim ? 2 * 3_600_000 : 0);
	};
	await one.work({ ...sleepy, clock: { now } });
	expect(await fakeOrder(one.orderId)).toBeUndefined();
	expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'dedupe-window-over' });
	expect(await one.balance()).toBe(50);
});
