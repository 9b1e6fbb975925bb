import { openPayouts, VENDOR_KEY } from '../../../test/payouts/payouts.ts';
import { payoutOrder } from '../../../test/payouts/vendor-orders.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { rowOf } from '../../lib/db/database.ts';
import { NoAnswer, type SendRequest, sendRequest } from '../../lib/http/outbound.ts';
import { createRocheap } from './rocheap.ts';

const database = openTestDatabase();
const payouts = openPayouts(database);

const url = () => `${payouts.sandboxUrl()}/rocheap/business/api`;
const vendor = (send?: SendRequest) =>
	createRocheap({ url: url(), apiKey: VENDOR_KEY, timeoutMs: payouts.vendorPatienceMs(), send });
const workers = (send?: SendRequest) => payouts.workerDeps({ vendors: new Map([['rocheap', vendor(send)]]) });

async function submit() {
	const actor = await payouts.newUser(100);
	const deps = { ...payouts.requestDeps(), currentVendor: { name: 'rocheap' } };
	return { uid: actor.uid, orderId: (await payouts.submit(actor, {}, deps)).order_id };
}

const storedOf = (orderId: string) =>
	rowOf(database.owner)`select state, attempts, refusal from withdrawals where order_id = ${orderId}`;

type There = { customOrderId: string; timesPaid: number; robux: number };

async function ordersThere(orderId: string) {
	const { orders } = await payouts.control<{ orders: There[] }>('GET', '/control/rocheap/orders');
	return orders.filter(({ customOrderId }) => customOrderId === orderId);
}

async function expectPaidOnce(orderId: string): Promise<void> {
	expect(await storedOf(orderId)).toMatchObject({ state: 'completed', attempts: 1 });
	expect((await ordersThere(orderId)).reduce((sum, { timesPaid }) => sum + timesPaid, 0)).toBe(1);
}

test('requests the gross amount, which is the pass price, and completes when the vendor does', async () => {
	const { uid, orderId } = await submit();
	await payouts.workUntilClosed(uid, workers());
	await expectPaidOnce(orderId);
	expect(await ordersThere(orderId)).toMatchObject([{ robux: 71 }]);
	expect(await payouts.balance(uid)).toBe(50);
});

test('a failed vendor order with another amount requires review', async () => {
	const { uid, orderId } = await submit();
	await payouts.control('POST', '/control/reset');
	const failing: SendRequest = ({ body, ...request }) =>
		sendRequest({ ...request, body: body && { ...body, robux: 999_999 } });
	await payouts.work(uid, workers(failing));
	expect(await vendor().info(orderId)).toMatchObject({
		kind: 'found',
		order: { outcome: 'failed', robuxAmount: 999_999 },
	});
	await payouts.workUntilClosed(uid, workers(), 1);
	expect(await storedOf(orderId)).toMatchObject({ state: 'needs-review', refusal: 'vendor-order-differs' });
});

test('an order that the vendor fails because the pass is gone is refunded', async () => {
	const { uid, orderId } = await submit();
	const withoutPass: SendRequest = async (request) => {
		const answer = await sendRequest(request);
		const failed = { status: { code: 'FAILED' }, failure_code: { code: 'ORDER_FAILED_USER_ERROR' } };
		return { ...answer, text: JSON.stringify({ ...JSON.parse(answer.text), ...failed }) };
	};
	await payouts.workUntilClosed(uid, workers(withoutPass));
	expect(await storedOf(orderId)).toMatchObject({ state: 'failed', refusal: 'ORDER_FAILED_USER_ERROR' });
	expect(await payouts.balance(uid)).toBe(100);
});

test('a timeout after the vendor acted leads to one payment, found by our own id', async () => {
	const { uid, orderId } = await submit();
	await payouts.spoil('vendor', 'timeout-after', '/create_order');
	await payouts.workUntilClosed(uid, workers());
	await expectPaidOnce(orderId);
});

test('an order that was not sent because the connection was refused waits and is paid later', async () => {
	const { uid, orderId } = await submit();
	const refused: SendRequest = async () => {
		throw new NoAnswer('network', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
	};
	await payouts.work(uid, workers(refused));
	expect(await storedOf(orderId)).toMatchObject({ state: 'requested', attempts: 0 });
	await payouts.workUntilClosed(uid, workers());
	await expectPaidOnce(orderId);
});

test('an order that may have been sent is never sent again, since the vendor may pay it twice', async () => {
	const { uid, orderId } = await submit();
	await payouts.spoil('vendor', 'timeout-before', '/create_order');
	await payouts.workUntilClosed(uid, workers(), 30);
	expect(await storedOf(orderId)).toMatchObject({ state: 'needs-review', attempts: 1, refusal: 'dedupe-window-over' });
	expect((await ordersThere(orderId)).every(({ timesPaid }) => timesPaid === 0)).toBe(true);
});

test.each([
	['an HTML page of a proxy', 502, '<html>Bad gateway</html>'],
	['truncated JSON', 200, '{"success":true,"status":{"co'],
	['about another order', 200, '{"success":true,"status":{"code":"COMPLETED"},"custom_order_id":"W-OTHER"}'],
	['an undocumented refusal', 400, '{"success":false,"error":{"code":"ORDER_NOT_FOUND_IN_CACHE"}}'],
])('a response that is %s is unclear', async (_, status, body) => {
	const answering: SendRequest = async () => ({ status, headers: new Headers(), text: body });
	expect(await vendor(answering).create(payoutOrder)).toMatchObject({ kind: 'unclear' });
	expect(await vendor(answering).info('W-1')).toMatchObject({ kind: 'unclear' });
});

test('a callback only names an order to query', () => {
	const named = vendor().parseWebhook({ custom_order_id: 'W-1', status: { code: 'COMPLETED' } });
	expect(named).toEqual({ kind: 'order', orderId: 'W-1', isSigned: false });
	for (const body of [null, [], {}, { custom_order_id: 7 }, { order_id: 'rc-1' }]) {
		expect(vendor().parseWebhook(body)).toEqual({ kind: 'forged' });
	}
});
