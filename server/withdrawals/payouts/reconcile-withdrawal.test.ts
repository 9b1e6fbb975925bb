import { describe, expect, test } from 'vitest';
import { CREATE, INFO, openOnePayout } from '../../../test/payouts/one-payout.ts';
import { openPayouts } from '../../../test/payouts/payouts.ts';
import { openTestDatabase } from '../../../test/support/database.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);
const { clock, fakeOrder, spoil, workerDeps } = payouts;
const one = openOnePayout(database, payouts);

describe('an order that the vendor has not settled', () => {
	test('keeps checking the status while the vendor is down, then completes the payout', async () => {
		await spoil('vendor', 'timeout-after', CREATE);
		await spoil('vendor', '500', INFO, 60);
		await one.workUntilPaid();
		expect(await one.stateOf()).toMatchObject({ state: 'completed', attempts: 1 });
	});

	test("an unsettled order is not sent again outside the vendor's dedupe window", async () => {
		await one.sendInto('timeout-before');
		await one.workAfter(25 * 3_600_000);
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review', attempts: 1, refusal: 'dedupe-window-over' });
		expect(await fakeOrder(one.orderId)).toBeUndefined();
		expect(await one.balance()).toBe(50);
	});

	test('requires review when the vendor no longer knows an accepted order', async () => {
		await one.work();
		await payouts.control('POST', '/control/reset');
		await one.workAfter(60_000);
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-lost-the-order' });
		expect(await one.balance()).toBe(50);
	});

	test('requires review if the vendor reports another amount for its id', async () => {
		await one.work();
		await one.workAfter(60_000, one.withAnswer(200, '{"status":"Completed","robuxAmount":49}', { path: INFO }));
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-order-differs' });
	});

	test('leaves review by itself if the vendor reports it after all', async () => {
		await one.sendInto('timeout-after');
		await one.workAfter(25 * 3_600_000, one.withoutOrder());
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review' });
		await one.workUntilPaid();
	});

	test('an unsettled order is not sent again while the first attempt may be in flight', async () => {
		await one.sendInto('timeout-before');
		await one.workAfter(5_000);
		expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		await one.workAfter(5_000);
		expect(await one.stateOf()).toMatchObject({ attempts: 2 });
		await one.workUntilPaid();
	});

	test('an unsettled order is refunded after a refused second attempt only if the vendor does not know the first', async () => {
		await one.sendInto('timeout-before');
		await one.workAfter(60_000, one.withAnswer(402, '{"message":"no","code":"OUT_OF_STOCK"}'));
		expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 2, refusal: 'out-of-stock' });
		expect(await one.balance()).toBe(50);
		await one.workUntilClosed();
		expect(await one.stateOf()).toMatchObject({ state: 'failed', attempts: 2 });
		await one.expectRefundedOnce();
	});

	test.each([
		['a wrong URL', 404, '{"message":"Cannot POST /api/orders/info","error":"Not Found","statusCode":404}'],
		['an HTML page', 404, '<html>Not Found</html>'],
		['another error code', 404, '{"message":"no","code":"ROBLOX_USER_NOT_FOUND"}'],
	])('an unsettled order is not treated as missing at the vendor because of %s', async (_name, status, body) => {
		await one.sendInto('timeout-before');
		await one.workAfter(60_000, one.withAnswer(status, body, { path: INFO }));
		expect(await one.stateOf()).toMatchObject({ state: 'unknown', attempts: 1 });
		await one.workUntilClosed();
	});

	test('requires review if it failed because our vendor account is empty', async () => {
		const reason = 'insufficient_customer_balance';
		await payouts.control('PATCH', '/control/vendor', { failNext: { reason } });
		await one.workUntilClosed(workerDeps(), 1);
		expect(await one.stateOf()).toMatchObject({ state: 'needs-review', refusal: 'vendor-balance-too-low' });
		expect(await one.balance()).toBe(50);
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
});
