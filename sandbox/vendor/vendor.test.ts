import { openTestSandbox, order, requestJson } from '../played-product.ts';

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
	await vi.waitUntil(() => sandbox.received().length === 3, 10_000);
	expect(sandbox.received()[2]).toMatchObject({ method: 'POST', path: '/vendor-callback/rbxcrate' });
});
