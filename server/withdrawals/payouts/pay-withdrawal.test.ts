import { sql } from 'kysely';
import { CREATE, INFO, openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock, history, fakeOrder, spoil, workerDeps } = payouts;
const one = openOnePayout(database, payouts);

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
	const vendor = payouts.vendor();
	const watched = {
		...vendor,
		create: async (order: Parameters<typeof vendor.create>[0]) => {
			seen.push(await one.stateOf());
			return vendor.create(order);
		},
	};
	await one.work(workerDeps({ vendors: new Map([['rbxcrate', watched]]) }));
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

test('one refund is booked for an order that the vendor refuses', async () => {
	await one.work(one.withAnswer(404, '{"message":"no","code":"GAMEPASS_NOT_FOUND"}'));
	expect(await one.stateOf()).toMatchObject({ state: 'failed', attempts: 1, refusal: 'pass-not-found' });
	await one.expectRefundedOnce();
});

test('one refund is booked for an order that ends in error', async () => {
	await payouts.control('PATCH', '/control/vendor', { failNext: { reason: 'gamepass_not_found' } });
	await one.workUntilClosed();
	expect(await one.stateOf()).toMatchObject({ state: 'failed', refusal: 'gamepass_not_found', vendor_status: 'Error' });
	await one.expectRefundedOnce();
});

test('an order that the vendor rejected three times is refunded after the vendor reports no such order', async () => {
	const turningDown = () => one.withAnswer(400, '{"message":"bad data","code":"BAD_REQUEST"}');
	await one.workUntilClosed(turningDown());
	expect(await one.stateOf()).toMatchObject({ state: 'failed', attempts: 3, refusal: 'BAD_REQUEST' });
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

async function spent(): Promise<number> {
	const { rows } = await sql<{ sent: number }>`select coalesce(sum(sent), 0)::bigint as sent from payout_spend`.execute(
		database.app,
	);
	return rows[0]?.sent ?? 0;
}
