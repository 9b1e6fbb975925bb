import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { payoutOrder, rbxcrateThatAnswers } from '../../../test/payouts/vendor-orders.ts';
import { NoAnswer } from '../../lib/http/outbound.ts';
import { createRbxcrate } from './rbxcrate.ts';
import { parseWebhook } from './rbxcrate-callback.ts';

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
		vendor.resend('W-1', 8),
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
	const body = {
		status: 'Error\u0000!',
		error: { reason: 'gone\u0001' },
		robuxAmount: 50,
		robloxUsername: 'Builderman',
	};
	expect(await rbxcrateThatAnswers(200, body).vendor.info('W-1')).toEqual({
		kind: 'found',
		order: { outcome: 'open', status: 'Error !', reason: 'gone ', robuxAmount: 50, robloxUsername: 'Builderman' },
	});
});

test('an order may have only a status', async () => {
	expect(await rbxcrateThatAnswers(200, { status: 'Error' }).vendor.info('W-1')).toEqual({
		kind: 'found',
		order: { outcome: 'failed', status: 'Error', reason: null, robuxAmount: null, robloxUsername: null },
	});
});

describe.each([
	['cancel', '/orders/cancel', { orderId: 'W-1' }],
	['resend', '/orders/gamepass/resend', { orderId: 'W-1', placeId: 8 }],
] as const)('%s', (what, path, body) => {
	const ask = (vendor: ReturnType<typeof silent>) =>
		what === 'cancel' ? vendor.cancel('W-1') : vendor.resend('W-1', 8);

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

const levels = { rate: 5, maxInstantOrder: 100, totalRobuxAmount: 1_000 };

test.each([
	['stock', '/orders/stock', { robuxAvailable: 0, maxRobuxAvailable: 7 }, { stock: { direct: 0, network: 7 } }],
	['balance', '/shared/balance', { balance: -1.5 }, { usd: -1.5 }],
	[
		'stockLevels',
		'/orders/detailed-stock',
		[levels],
		{ levels: [{ usdPerThousand: 5, maxInstantOrder: 100, total: 1_000 }] },
	],
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
