import { beforeEach, expect, test } from 'vitest';
import { eventually, openTestSandbox, order, requestJson } from '../played-product.ts';
import { callbackSignature } from './signature.ts';

const KEY = 'vendor-key';
let productStatus = 200;
beforeEach(() => {
	productStatus = 200;
});
const sandbox = openTestSandbox({ vendorKey: KEY, settleMs: 20, vendorWebhookRetryDelaysMs: [10, 10] }, () => ({
	status: productStatus,
	body: '{}',
}));

const vendor = (path: string, body?: unknown, key = KEY) =>
	requestJson(`${sandbox.url()}/rbxcrate/api${path}`, body === undefined ? 'GET' : 'POST', body, { 'api-key': key });
const control = (method: string, path: string, body?: unknown) =>
	requestJson(`${sandbox.url()}/control/${path}`, method, body);
const orderOf = async (orderId: string) => (await control('GET', `vendor/orders?orderId=${orderId}`)).body.orders[0];
const info = async (orderId: string) => (await vendor('/orders/info', { orderId })).body;

const create = (changed: object = {}) => vendor('/orders/gamepass', { ...order, ...changed });
const refused = (code: string) => ({
	message: expect.any(String),
	code,
	path: '/api/orders/gamepass',
	timestamp: expect.any(String),
});

test('the callback signature matches the known vector', () => {
	const body = {
		type: 'gamepass_order',
		uuid: 'u-1',
		orderId: 'o-1',
		price: 0.5,
		rate: 5,
		vendorId: 'v-1',
		robuxAmount: 100,
		status: 'Completed',
		robloxUserId: 42,
		robloxUsername: 'Builderman',
		buyerRobloxId: null,
		buyerRobloxUsername: null,
		error: null,
	};
	expect(callbackSignature(body, 'test-secret')).toBe('2b98eae60ceb8adf77b2710a827e6ea9');
});

test('an order is pending, then paid once, with lower stock and balance and a signed callback', async () => {
	const { status, body } = await create();
	expect(status).toBe(201);
	expect(body).toEqual({
		success: true,
		data: {
			orderId: 'o-1',
			robloxUsername: 'sandbox_player',
			robloxUserId: expect.any(Number),
			robuxAmount: 10,
			status: 'Pending',
			universeId: expect.any(Number),
			placeId: order.placeId,
			gamepassId: order.gamepassId,
		},
	});
	const callback = await eventually(() => sandbox.received()[0]);
	expect([callback.method, callback.path]).toEqual(['POST', '/vendor-callback/rbxcrate']);
	const { sign, ...fields } = JSON.parse(callback.body);
	expect(fields).toMatchObject({
		type: 'gamepass_order',
		orderId: 'o-1',
		status: 'Completed',
		price: 0.05,
		error: null,
	});
	expect(sign).toBe(callbackSignature(fields, KEY));
	expect(await info('o-1')).toMatchObject({
		type: 'gamepass_order',
		status: 'Completed',
		price: 0.05,
		robuxAmount: 10,
	});
	expect(await orderOf('o-1')).toMatchObject({ timesPaid: 1, createCalls: 1 });
	expect((await vendor('/orders/stock')).body).toEqual({ robuxAvailable: 24_990, maxRobuxAvailable: 179_990 });
	expect((await vendor('/shared/balance')).body).toEqual({ balance: 499.95 });
	expect((await vendor('/orders/detailed-stock')).body).toEqual([
		{ rate: 5, accountsCount: 18, maxInstantOrder: 24_990, totalRobuxAmount: 179_990 },
	]);
});

test('twenty concurrent requests to create one order id make one order, paid once', async () => {
	const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
	expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
	const repeats = answers.filter(({ status }) => status === 409);
	expect(repeats.map(({ body }) => body.code)).toEqual(Array(19).fill('ORDER_ALREADY_EXISTS'));
	await eventually(async () => (await orderOf('o-1')).status === 'Completed');
	expect(await orderOf('o-1')).toMatchObject({ timesPaid: 1, createCalls: 20 });
});

test.each([
	['a place without a pass at that price', { placeId: 9_300_004 }, 404, 'GAMEPASS_NOT_FOUND'],
	['a pass at another price', { gamepassId: 6_400_003 }, 404, 'GAMEPASS_NOT_FOUND'],
	['no pass id and no pass at the price rounded up', { gamepassId: undefined }, 404, 'GAMEPASS_NOT_FOUND'],
	['an unknown player', { robloxUsername: 'nobody_here' }, 404, 'ROBLOX_USER_NOT_FOUND'],
	['a banned player', { robloxUsername: 'banned_player' }, 404, 'ROBLOX_USER_NOT_FOUND'],
	["another user's pass", { robloxUsername: 'second_player' }, 400, 'GAMEPASS_SELLER_MISMATCH'],
	[
		'a pass with regional pricing',
		{ placeId: 9_300_003, gamepassId: 6_400_018 },
		400,
		'REGIONAL_PRICING_NOT_SUPPORTED',
	],
	['a missing order id', { orderId: '' }, 400, 'BAD_REQUEST'],
	['a fraction of a R$', { robuxAmount: 10.5 }, 400, 'BAD_REQUEST'],
])('rejects %s and creates no order', async (_, changed, status, code) => {
	const answer = await create(changed);
	expect([answer.status, answer.body]).toEqual([status, refused(code)]);
	expect((await control('GET', 'vendor/orders')).body.total).toBe(0);
});

test('without a pass id, the vendor looks for the price rounded up', async () => {
	await control('POST', 'platform/passes', { universeId: 8_200_001, price: 15, regionalPricing: false });
	expect((await create({ gamepassId: undefined })).body.data.status).toBe('Pending');
});

test('a wrong key returns 401', async () => {
	const { status, body } = await vendor('/orders/stock', undefined, 'wrong');
	expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
});

test('low stock rejects an order, but queues a pre-order until stock arrives', async () => {
	await control('PATCH', 'vendor', { robuxAvailable: 4 });
	expect((await create()).body).toEqual(refused('OUT_OF_STOCK'));
	expect((await create({ isPreOrder: true })).body.data.status).toBe('Queued');
	expect((await info('o-1')).status).toBe('Queued');
	await control('PATCH', 'vendor', { robuxAvailable: 1_000 });
	await eventually(async () => (await info('o-1')).status === 'Completed');
	expect((await vendor('/orders/stock')).body.robuxAvailable).toBe(990);
});

test('an open order can be cancelled and returns its stock, a final one cannot', async () => {
	await control('PATCH', 'vendor', { settleMs: null });
	await create();
	expect((await vendor('/orders/cancel', { orderId: 'o-1' })).body).toEqual({ orderId: 'o-1' });
	expect((await info('o-1')).status).toBe('Cancelled');
	expect((await vendor('/orders/stock')).body.robuxAvailable).toBe(25_000);
	expect((await vendor('/orders/cancel', { orderId: 'o-1' })).status).toBe(422);
	expect((await orderOf('o-1')).timesPaid).toBe(0);
});

test('info, cancel and resend return 404 for an unknown order', async () => {
	for (const path of ['/orders/info', '/orders/cancel', '/orders/gamepass/resend']) {
		const { status, body } = await vendor(path, { orderId: 'unknown', placeId: 1 });
		expect([path, status, body.code]).toEqual([path, 404, 'ORDER_NOT_FOUND']);
	}
});

test('a changed pass ends the order in error, and a resend after the fix pays it once', async () => {
	await control('PATCH', 'vendor', { settleMs: null });
	await create();
	await control('PATCH', `platform/passes/${order.gamepassId}`, { price: 99 });
	await control('POST', 'vendor/orders/o-1/settle', {});
	expect(await info('o-1')).toMatchObject({ status: 'Error', price: null, error: { reason: 'gamepass_not_found' } });
	expect((await vendor('/shared/balance')).body.balance).toBe(500);
	await control('PATCH', `platform/passes/${order.gamepassId}`, { price: 15 });
	const resent = await vendor('/orders/gamepass/resend', { orderId: 'o-1', placeId: order.placeId });
	expect(resent.body).toEqual({ success: true, data: { success: true } });
	await control('POST', 'vendor/orders/o-1/settle', {});
	expect(await orderOf('o-1')).toMatchObject({ status: 'Completed', timesPaid: 1, resends: 1 });
	expect((await vendor('/orders/gamepass/resend', { orderId: 'o-1', placeId: order.placeId })).status).toBe(422);
});

test('a callback without a 200 response is retried', async () => {
	productStatus = 500;
	await create();
	await eventually(() => sandbox.received().length === 3);
});
