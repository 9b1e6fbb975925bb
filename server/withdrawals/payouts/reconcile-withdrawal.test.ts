import { describe, expect, test } from 'vitest';
import { CREATE, INFO, openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock, fakeOrder, spoil, workerDeps } = payouts;
const one = openOnePayout(database, payouts);

describe('an order that the vendor does not settle', () => {
	test('is asked about for as long as the vendor is away, and paid when it is back', async () => {
		await spoil('vendor', 'timeout-after', CREATE);
		await spoil('vendor', '500', INFO, 60);
		await one.workUntilPaid();
		expect(await one.stateOf()).toMatchObject({ state: 'completed', attempts: 1 });
	});

	test('is not sent again outside the time in which the vendor knows the order id', async () => {
		await one.sendInto('timeout-before');
		await one.workAfter(25 * 3_600_000);
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review', attempts: 1, refusal: 'dedupe-window-over' });
		expect(await fakeOrder(one.orderId)).toBeUndefined();
		expect(await one.balance()).toBe(50);
	});

	test('needs a person when the vendor says it never had what it once took', async () => {
		await one.work();
		await payouts.control('POST', '/control/reset');
		await one.workAfter(60_000);
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-lost-the-order' });
		expect(await one.balance()).toBe(50);
	});

	test('needs a person when the vendor has another amount under our order id', async () => {
		await one.work();
		await one.workAfter(60_000, one.withAnswer(200, '{"status":"Completed","robuxAmount":49}', { path: INFO }));
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-order-differs' });
	});

	test('is settled without the person when the vendor comes up with the order after all', async () => {
		await one.sendInto('timeout-after');
		await one.workAfter(25 * 3_600_000, one.withoutOrder());
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review' });
		await one.workUntilPaid();
	});

	test('is not sent again while the first attempt may still be on its way', async () => {
		await one.sendInto('timeout-before');
		await one.workAfter(5_000);
		expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		await one.workAfter(5_000);
		expect(await one.stateOf()).toMatchObject({ attempts: 2 });
		await one.workUntilPaid();
	});

	test('a refusal of a second attempt counts only when the vendor also knows nothing of the first', async () => {
		await one.sendInto('timeout-before');
		await one.workAfter(60_000, one.withAnswer(402, '{"message":"no","code":"OUT_OF_STOCK"}'));
		expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 2, refusal: 'out-of-stock' });
		expect(await one.balance()).toBe(50);
		await one.workUntilClosed();
		expect(await one.stateOf()).toMatchObject({ state: 'failed', attempts: 2 });
		await one.expectRefundedOnce();
	});

	test.each([
		['a wrong address', 404, '{"message":"Cannot POST /api/orders/info","error":"Not Found","statusCode":404}'],
		['a page', 404, '<html>Not Found</html>'],
		['another code', 404, '{"message":"no","code":"ROBLOX_USER_NOT_FOUND"}'],
	])('is not thought unknown because of %s', async (_name, status, body) => {
		await one.sendInto('timeout-before');
		await one.workAfter(60_000, one.withAnswer(status, body, { path: INFO }));
		expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		await one.workUntilClosed();
	});

	test('needs a person when it ended because our account is empty', async () => {
		const reason = 'insufficient_customer_balance';
		await payouts.control('PATCH', '/control/vendor', { failNext: { reason } });
		await one.workUntilClosed(workerDeps(), 1);
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-balance-too-low' });
		expect(await one.balance()).toBe(50);
	});

	test('is settled also when the vendor words it in letters that the database does not take', async () => {
		await one.work();
		clock.advance(60_000);
		const odd = { status: 'Error', error: { reason: 'odd\u0000\ud800' } };
		await one.work(one.withAnswer(200, JSON.stringify(odd), { path: INFO }));
		expect(await one.stateOf()).toMatchObject({ state: 'failed', refusal: 'odd \ufffd' });
	});

	test('is asked about again when the vendor wants to be, and not before', async () => {
		await one.work();
		clock.advance(5_000);
		const headers = { 'retry-after': '600' };
		await one.work(one.withAnswer(429, '{"message":"Too many requests"}', { path: INFO, headers }));
		await one.workAfter(599_000);
		expect(await one.stateOf()).toMatchObject({ state: 'unknown' });
		await one.workAfter(1_000);
		await one.expectPaidOnce();
	});
});
