import { describe, expect, test } from 'vitest';
import { CREATE, INFO, openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { balance, clock, fakeOrder, spoil, work, workerDeps, workUntilClosed } = payouts;
const { one, stateOf, expectPaidOnce, expectRefundedOnce, withAnswer } = openOnePayout(database, payouts);

describe('an order that the vendor does not settle', () => {
	test('is asked about for as long as the vendor is away, and paid when it is back', async () => {
		await spoil('vendor', 'timeout-after', CREATE);
		await spoil('vendor', '500', INFO, 60);
		await workUntilClosed(one.actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'completed', attempts: 1 });
		await expectPaidOnce();
	});

	test('is not sent again outside the time in which the vendor knows the order id', async () => {
		await spoil('vendor', 'timeout-before', CREATE);
		await work(one.actor.uid);
		clock.advance(25 * 3_600_000);
		await work(one.actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'needs-review', attempts: 1, refusal: 'dedupe-window-over' });
		expect(await fakeOrder(one.orderId)).toBeUndefined();
		expect(await balance(one.actor.uid)).toBe(50);
	});

	test('needs a person when the vendor says it never had what it once took', async () => {
		await work(one.actor.uid);
		await payouts.control('POST', '/control/reset');
		clock.advance(60_000);
		await work(one.actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-lost-the-order' });
		expect(await balance(one.actor.uid)).toBe(50);
	});

	test('needs a person when the vendor has another amount under our order id', async () => {
		await work(one.actor.uid);
		clock.advance(60_000);
		await work(one.actor.uid, withAnswer(200, '{"status":"Completed","robuxAmount":49}', { path: INFO }));
		expect(await stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-order-differs' });
	});

	test('is settled without the person when the vendor comes up with the order after all', async () => {
		await spoil('vendor', 'timeout-after', CREATE);
		await work(one.actor.uid);
		clock.advance(25 * 3_600_000);
		await work(one.actor.uid, withAnswer(404, '{"message":"no","code":"ORDER_NOT_FOUND"}', { path: INFO }));
		expect(await stateOf()).toMatchObject({ state: 'needs-review' });
		await workUntilClosed(one.actor.uid);
		await expectPaidOnce();
	});

	test('is not sent again while the first attempt may still be on its way', async () => {
		await spoil('vendor', 'timeout-before', CREATE);
		await work(one.actor.uid);
		clock.advance(5_000);
		await work(one.actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		clock.advance(5_000);
		await work(one.actor.uid);
		expect(await stateOf()).toMatchObject({ attempts: 2 });
		await workUntilClosed(one.actor.uid);
		await expectPaidOnce();
	});

	test('a refusal of a second attempt counts only when the vendor also knows nothing of the first', async () => {
		await spoil('vendor', 'timeout-before', CREATE);
		await work(one.actor.uid);
		clock.advance(60_000);
		await work(one.actor.uid, withAnswer(402, '{"message":"no","code":"OUT_OF_STOCK"}'));
		expect(await stateOf()).toMatchObject({ state: 'unknown', attempts: 2, refusal: 'out-of-stock' });
		expect(await balance(one.actor.uid)).toBe(50);
		await workUntilClosed(one.actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'failed', attempts: 2 });
		await expectRefundedOnce();
	});

	test.each([
		['a wrong address', 404, '{"message":"Cannot POST /api/orders/info","error":"Not Found","statusCode":404}'],
		['a page', 404, '<html>Not Found</html>'],
		['another code', 404, '{"message":"no","code":"ROBLOX_USER_NOT_FOUND"}'],
	])('is not thought unknown because of %s', async (_name, status, body) => {
		await spoil('vendor', 'timeout-before', CREATE);
		await work(one.actor.uid);
		clock.advance(60_000);
		await work(one.actor.uid, withAnswer(status, body, { path: INFO }));
		expect(await stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		await workUntilClosed(one.actor.uid);
	});

	test('needs a person when it ended because our account is empty', async () => {
		const reason = 'insufficient_customer_balance';
		await payouts.control('PATCH', '/control/vendor', { failNext: { reason } });
		await workUntilClosed(one.actor.uid, workerDeps(), 1);
		expect(await stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-balance-too-low' });
		expect(await balance(one.actor.uid)).toBe(50);
	});

	test('is settled also when the vendor words it in letters that the database does not take', async () => {
		await work(one.actor.uid);
		clock.advance(60_000);
		const odd = { status: 'Error', error: { reason: 'odd\u0000\ud800' } };
		await work(one.actor.uid, withAnswer(200, JSON.stringify(odd), { path: INFO }));
		expect(await stateOf()).toMatchObject({ state: 'failed', refusal: 'odd \ufffd' });
	});

	test('is asked about again when the vendor wants to be, and not before', async () => {
		await work(one.actor.uid);
		clock.advance(5_000);
		const headers = { 'retry-after': '600' };
		await work(one.actor.uid, withAnswer(429, '{"message":"Too many requests"}', { path: INFO, headers }));
		clock.advance(599_000);
		await work(one.actor.uid);
		expect(await stateOf()).toMatchObject({ state: 'unknown' });
		clock.advance(1_000);
		await work(one.actor.uid);
		await expectPaidOnce();
	});
});
