import { createHash } from 'node:crypto';
import { payoutOrder, rbxcrateThatAnswers } from '../../../test/payouts/vendor-orders.ts';
import { NoAnswer } from '../../lib/http/outbound.ts';
import { createRbxcrate, parseWebhook } from './rbxcrate.ts';

const silent = () =>
	createRbxcrate({
		url: 'http://vendor/api',
		apiKey: 'test-secret',
		timeoutMs: 1_000,
		send: async () => {
			throw new NoAnswer('network', new TypeError('reset'));
		},
	});

test('rbxcrate has a dedupe window of one day and remembers orders for 30 days', () => {
	expect(silent()).toMatchObject({ name: 'rbxcrate', dedupeWindowMs: 86_400_000, remembersMs: 30 * 86_400_000 });
});

test('a lost connection is unclear for every request', async () => {
	const vendor = silent();
	const answers = await Promise.all([
		vendor.create(payoutOrder),
		vendor.info('W-1'),
		vendor.cancel('W-1'),
		vendor.resend(payoutOrder),
		vendor.stock(),
		vendor.stockLevels(),
		vendor.balance(),
	]);
	for (const answer of answers) expect(answer).toEqual({ kind: 'unclear', problem: expect.stringContaining('reset') });
});

test('a new order counts as pending without a status, and keeps its pre-order flag', async () => {
	const { vendor, requests } = rbxcrateThatAnswers(200, { success: true, data: { orderId: 'W-1', status: null } });
	expect(await vendor.create({ ...payoutOrder, isPreOrder: false })).toEqual({ kind: 'taken', status: 'Pending' });
	expect(requests[0]?.body).toMatchObject({ isPreOrder: false });
});

test("an order is read with the vendor's details, without control characters", async () => {
	const body = { status: 'Error\u0000!', error: { reason: 'gone\u0001' }, robuxAmount: 50, robloxUsername: 'Player' };
	expect(await rbxcrateThatAnswers(200, body).vendor.info('W-1')).toEqual({
		kind: 'found',
		order: { outcome: 'open', status: 'Error !', reason: 'gone ', robuxAmount: 50, recipient: 'Player' },
	});
});

test('an order may have only a status', async () => {
	expect(await rbxcrateThatAnswers(200, { status: 'Error' }).vendor.info('W-1')).toEqual({
		kind: 'found',
		order: { outcome: 'failed', status: 'Error', reason: null, robuxAmount: null, recipient: null },
	});
});

describe.each([
	['cancel', '/orders/cancel', { orderId: 'W-1' }],
	['resend', '/orders/gamepass/resend', { orderId: 'W-1', placeId: 8 }],
] as const)('%s', (what, path, body) => {
	const ask = (vendor: ReturnType<typeof silent>) =>
		what === 'cancel' ? vendor.cancel('W-1') : vendor.resend(payoutOrder);

	test('requests the action for the given order', async () => {
		const { vendor, requests } = rbxcrateThatAnswers(200, {});
		expect(await ask(vendor)).toEqual({ kind: 'done' });
		expect(requests).toMatchObject([{ method: 'POST', path, body }]);
	});

	test.each([
		[201, {}, { kind: 'done' }],
		[200, '<html>', { kind: 'unclear' }],
		[400, { message: 'too late' }, { kind: 'refused', problem: 'status 400: {"message":"too late"}' }],
		[499, { message: 'no' }, { kind: 'refused' }],
		[500, { message: 'no' }, { kind: 'unclear' }],
		[400, '<html>', { kind: 'unclear' }],
	])('with the answer %i %j is %j', async (status, answer, expected) => {
		expect(await ask(rbxcrateThatAnswers(status, answer).vendor)).toMatchObject(expected);
	});
});

const shown = { usd_per_thousand: 5, max_instant_order: 100, total: 1_000 };

test.each([
	['stock', '/orders/stock', { robuxAvailable: 0, maxRobuxAvailable: 7 }, { stock: { direct: 0, network: 7 } }],
	['balance', '/shared/balance', { balance: -1.5 }, { usd: -1.5 }],
	['stockLevels', '/orders/detailed-stock', [level(5)], { levels: [shown] }],
] as const)('%s is requested and parsed, and an invalid answer is unclear', async (what, path, body, known) => {
	const { vendor, requests } = rbxcrateThatAnswers(200, body);
	expect(await vendor[what]()).toEqual({ kind: 'known', ...known });
	expect(requests).toMatchObject([{ method: 'GET', path, body: undefined }]);
	for (const [status, unread] of [
		[200, { robuxAvailable: -1 }],
		[200, { balance: 'x' }],
		[500, body],
	] as const) {
		expect(await rbxcrateThatAnswers(status, unread).vendor[what]()).toMatchObject({ kind: 'unclear' });
	}
});

const sent = { b: 1, orderId: 'o', a: 2 };
const anySign = '0'.repeat(32);

test.each([
	null,
	7,
	'x',
	[],
	[1],
	{ orderId: 'o' },
	{ sign: anySign },
	{ orderId: '', sign: anySign },
	{ orderId: 'x'.repeat(201), sign: anySign },
	{ orderId: 7, sign: anySign },
	{ orderId: 'o', sign: 7 },
	{ orderId: 'o', sign: { md5: true } },
	{ orderId: 'o', sign: 'ä'.repeat(32) },
])('the callback %j is forged', (body) => expect(parseWebhook(body, 'test-secret')).toEqual({ kind: 'forged' }));

test('a callback is accepted with its keys as sent or sorted, and with a signature in either case', () => {
	const sign = (text: string) =>
		createHash('md5')
			.update(`${Buffer.from(text).toString('base64')}test-secret`)
			.digest('hex');
	const taken = { kind: 'order', orderId: 'o', isSigned: true };
	const signs = [sign('{"b":1,"orderId":"o","a":2}'), sign('{"a":2,"b":1,"orderId":"o"}')];
	for (const each of signs) {
		expect(parseWebhook({ ...sent, sign: each }, 'test-secret')).toEqual(taken);
		expect(parseWebhook({ sign: each.toUpperCase(), ...sent }, 'test-secret')).toEqual(taken);
		expect(parseWebhook({ ...sent, sign: each }, 'another')).toEqual({ kind: 'forged' });
		expect(parseWebhook({ ...sent, sign: each.slice(1) }, 'test-secret')).toEqual({ kind: 'forged' });
	}
});

const says = (code: string) => ({ message: 'no', code });

test('creating an order sends net amount, checked pass and key', async () => {
	const { vendor, requests } = rbxcrateThatAnswers(201, { success: true, data: { orderId: 'W-1', status: 'Queued' } });
	expect(await vendor.create(payoutOrder)).toEqual({ kind: 'taken', status: 'Queued' });
	const pass = { placeId: 8, gamepassId: 9, isPreOrder: true, checkOwnership: true };
	const body = { orderId: 'W-1', robloxUsername: 'Builderman', robuxAmount: 50, ...pass };
	expect(requests).toEqual([{ method: 'POST', path: '/orders/gamepass', body, key: 'test-secret' }]);
});

test.each([
	[400, says('GAMEPASS_SELLER_MISMATCH'), { kind: 'refused', reason: 'pass-of-someone-else' }],
	[400, says('REGIONAL_PRICING_NOT_SUPPORTED'), { kind: 'refused', reason: 'regional-pricing' }],
	[422, says('REGIONAL_PRICING_NOT_SUPPORTED'), { kind: 'refused', reason: 'regional-pricing' }],
	[402, says('OUT_OF_STOCK'), { kind: 'refused', reason: 'out-of-stock' }],
	[404, says('GAMEPASS_NOT_FOUND'), { kind: 'refused', reason: 'pass-not-found' }],
	[404, says('ROBLOX_USER_NOT_FOUND'), { kind: 'refused', reason: 'user-not-found' }],
	[409, says('ORDER_ALREADY_EXISTS'), { kind: 'exists' }],
	[409, { message: 'exists' }, { kind: 'exists' }],
	[401, says('UNAUTHORIZED'), { kind: 'not-now', reason: 'key-refused' }],
	[403, says('INSUFFICIENT_BALANCE'), { kind: 'not-now', reason: 'vendor-balance-too-low' }],
	[403, { message: 'balance' }, { kind: 'not-now', reason: 'vendor-balance-too-low' }],
	[403, says('FORBIDDEN'), { kind: 'not-now', reason: 'key-refused' }],
	[429, says('TOO_MANY_REQUESTS'), { kind: 'not-now', reason: 'rate-limited' }],
	[404, { message: 'Gamepass not found' }, { kind: 'refused', reason: 'pass-not-found' }],
	[404, { message: 'No game pass with this price' }, { kind: 'refused', reason: 'pass-not-found' }],
	[404, { message: 'Roblox user not found' }, { kind: 'refused', reason: 'user-not-found' }],
	[400, { message: 'Regional pricing is not supported' }, { kind: 'refused', reason: 'regional-pricing' }],
	[400, { message: 'The gamepass does not belong to the seller' }, { kind: 'refused', reason: 'pass-of-someone-else' }],
	[404, { message: 'Gamepass not found', code: 'OTHER' }, { kind: 'turned-down', reason: 'OTHER' }],
	[400, says('BAD_REQUEST'), { kind: 'turned-down', reason: 'BAD_REQUEST' }],
	[422, { message: 'robuxAmount must be whole' }, { kind: 'turned-down', reason: 'robuxAmount must be whole' }],
	[404, { message: 'Cannot POST /api/orders/gamepass' }, { kind: 'unclear' }],
	[404, { message: 'Not Found' }, { kind: 'unclear' }],
	[405, { message: 'no' }, { kind: 'unclear' }],
	[429, '<html>slow down</html>', { kind: 'unclear' }],
	[403, '<html>blocked</html>', { kind: 'unclear', isLockedOut: true }],
	[500, says('GAMEPASS_NOT_FOUND'), { kind: 'unclear' }],
	[503, says('OUT_OF_STOCK'), { kind: 'unclear' }],
	[200, '', { kind: 'unclear' }],
	[200, { success: false, data: { orderId: 'W-1' } }, { kind: 'unclear' }],
	[200, { success: true }, { kind: 'unclear' }],
	[200, { success: true, data: { orderId: 'W-2', status: 'Queued' } }, { kind: 'unclear' }],
	[200, { success: true, data: { status: 'Queued' } }, { kind: 'unclear' }],
	[399, says('OUT_OF_STOCK'), { kind: 'unclear' }],
	[400, says('OUT_OF_STOCK'), { kind: 'refused' }],
	[499, says('OUT_OF_STOCK'), { kind: 'refused' }],
	[500, says('OUT_OF_STOCK'), { kind: 'unclear' }],
	[400, { code: 'OUT_OF_STOCK' }, { kind: 'unclear' }],
	[400, { message: ['a', 'b'], code: 'OUT_OF_STOCK' }, { kind: 'refused' }],
	[400, says('toString'), { kind: 'turned-down' }],
	[402, { message: 'no' }, { kind: 'refused', reason: 'out-of-stock' }],
	[400, says('ORDER_ALREADY_EXISTS'), { kind: 'exists' }],
	[400, { message: 'no', code: null }, { kind: 'turned-down' }],
	[403, says('BALANCE'), { kind: 'not-now', reason: 'vendor-balance-too-low' }],
	[403, says(''), { kind: 'not-now', reason: 'vendor-balance-too-low' }],
	[403, says('KEY'), { kind: 'not-now', reason: 'key-refused' }],
	[429, says('KEY'), { kind: 'not-now', reason: 'rate-limited' }],
	[401, says('BALANCE'), { kind: 'not-now', reason: 'key-refused' }],
	[302, '', { kind: 'unclear' }],
])('the answer %i %j to a new order is read as %j', async (status, body, expected) => {
	expect(await rbxcrateThatAnswers(status, body).vendor.create(payoutOrder)).toMatchObject(expected);
});

test.each([
	['120', undefined, 120_000],
	['Sat, 02 Jan 2027 00:10:00 GMT', 'Sat, 02 Jan 2027 00:00:00 GMT', 600_000],
	['soon', undefined, undefined],
])('a Retry-After of "%s" is parsed', async (wait, date, retryAfterMs) => {
	const headers = { 'retry-after': wait, ...(date && { date }) };
	expect(await rbxcrateThatAnswers(429, says('X'), headers).vendor.create(payoutOrder)).toMatchObject({ retryAfterMs });
});

test.each([
	['Pending', null, 'open'],
	['Queued', null, 'open'],
	['Queued_Deferred', null, 'open'],
	['SomethingNew', null, 'open'],
	['Completed', null, 'completed'],
	['Completed', { reason: 'insufficient_customer_balance' }, 'completed'],
	['Cancelled', null, 'failed'],
	['Error', { reason: 'gamepass_not_found' }, 'failed'],
	['Error', { reason: 'unknown_error' }, 'failed'],
	['Error', { reason: 'insufficient_customer_balance' }, 'unfunded'],
])('the status %s with the error %j is %s', async (status, error, outcome) => {
	const { vendor, requests } = rbxcrateThatAnswers(200, { status, error, robuxAmount: 50, robloxUsername: 'Player' });
	expect(await vendor.info('W-1')).toMatchObject({ kind: 'found', order: { outcome, status } });
	expect(requests).toMatchObject([{ method: 'POST', path: '/orders/info', body: { orderId: 'W-1' } }]);
});

test.each([
	[404, says('ORDER_NOT_FOUND'), 'no-such-order'],
	[404, { message: 'Order not found' }, 'no-such-order'],
	[404, { message: 'Order not found', code: 'NOT_FOUND' }, 'no-such-order'],
	[404, { message: 'Order not found', code: 404 }, 'no-such-order'],
	[404, says('NOT_FOUND'), 'unclear'],
	[404, { message: 'Cannot POST /api/orders/info' }, 'unclear'],
	[404, says('ROBLOX_USER_NOT_FOUND'), 'unclear'],
	[401, says('UNAUTHORIZED'), 'unclear'],
	[200, {}, 'unclear'],
	[200, { status: 7 }, 'unclear'],
	[202, { status: 'Completed' }, 'unclear'],
	[400, { message: 'Order not found', code: 'ORDER_NOT_FOUND' }, 'unclear'],
	[404, { message: 'no such border' }, 'unclear'],
	[404, 'order', 'unclear'],
	[404, { message: 'the order', code: 'OTHER' }, 'unclear'],
])('the answer %i %j is %s', async (status, body, kind) => {
	expect(await rbxcrateThatAnswers(status, body).vendor.info('W-1')).toMatchObject({ kind });
});

test.each([
	['an empty list', [], []],
	['prices in any order', [level(6), level(5)], [5, 6]],
	['a list in the field data', { data: [level(5)] }, [5]],
	['a list in the field stock', { stock: [level(5)] }, [5]],
])('the stock by price is read from %s', async (_name, body, prices) => {
	const answer = await rbxcrateThatAnswers(200, body).vendor.stockLevels();
	expect(answer.kind === 'known' && answer.levels.map((level) => level.usd_per_thousand)).toEqual(prices);
});

function level(rate: number) {
	return { rate, accountsCount: 3, maxInstantOrder: 100, totalRobuxAmount: 1_000 };
}

test('a callback is verified by its signature over the keys as sent, as in the published example', () => {
	const { vendor } = rbxcrateThatAnswers(200, {});
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
		sign: '2b98eae60ceb8adf77b2710a827e6ea9',
	};
	expect(vendor.parseWebhook(body)).toEqual({ kind: 'order', orderId: 'o-1', isSigned: true });
	expect(vendor.parseWebhook({ ...body, robuxAmount: 101 })).toEqual({ kind: 'forged' });
	expect(vendor.parseWebhook({})).toEqual({ kind: 'check' });
});
