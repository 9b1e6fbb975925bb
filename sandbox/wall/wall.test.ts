import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { eventually, openTestSandbox, type Received, requestJson } from '../played-product.ts';
import { postbackSignature } from './postback.ts';

const SECRET = 'wall-secret';
let answers: number[] = [];
beforeEach(() => {
	answers = [];
});
const sandbox = openTestSandbox(
	{
		wallId: 'demo-wall',
		wallSecret: SECRET,
		postbackRetryDelaysMs: [5, 5, 5, 5, 5],
		callbackTimeoutMs: 10_000,
	},
	() => ({ status: answers.shift() ?? 200, body: 'OK', type: 'text/plain' }),
);

const complete = async (offerId = 101) =>
	(await requestJson(`${sandbox.url()}/wall/completions`, 'POST', { userId: 'user-1', offerId })).body;
const reverse = (completionId: string) => requestJson(`${sandbox.url()}/wall/reversals`, 'POST', { completionId });
const fault = (kind: string, details: object = {}) =>
	requestJson(`${sandbox.url()}/control/faults`, 'POST', { part: 'postback', kind, remaining: 1, ...details });
const listed = async () => (await requestJson(`${sandbox.url()}/wall/completions?userId=user-1`)).body.completions;
const parameters = (request: Received | undefined) =>
	Object.fromEntries(new URL(request?.path ?? '', 'http://product').searchParams);
const postbackAt = async (index: number) => parameters(await eventually(() => sandbox.received()[index]));

test('the postback signature matches the known vector', () => {
	const postback = { subId: 'user-1', transId: 'tx-1', reward: '100' };
	expect(postbackSignature(postback, 'test-secret')).toBe('71cf840d47a9b02fe5e4ae5d05979d49');
});

test('completing an offer sends one signed GET with all parameters, and the wall shows the response', async () => {
	await complete(101);
	const { signature, ...sent } = await postbackAt(0);
	expect(sandbox.received()[0]?.method).toBe('GET');
	expect(sandbox.received()[0]?.path).toMatch(/^\/postback\/demo-wall\?/);
	expect(sandbox.received()[0]?.headers).not.toHaveProperty('sec-fetch-mode');
	expect(sent).toEqual({
		subId: 'user-1',
		transId: expect.any(String),
		reward: '12.50',
		payout: '0.1563',
		status: '1',
		userIp: expect.any(String),
		campaign_id: '101',
		campaign_name: 'Breakfast habits survey',
		country: 'NL',
		uuid: expect.any(String),
	});
	expect(signature).toBe(createHash('md5').update(`user-1${sent.transId}12.50${SECRET}`).digest('hex'));
	await eventually(async () => (await listed())[0].delivery.state === 'delivered');
	expect((await listed())[0].delivery.attempts).toMatchObject([{ status: 200, answer: 'OK', fault: null }]);
});

test('a reversal has a new transaction id, the same uuid and amounts, status 2, and is sent once', async () => {
	const { id } = await complete();
	const credit = await postbackAt(0);
	await Promise.all([reverse(id), reverse(id)]);
	const reversal = await postbackAt(1);
	expect(reversal.transId).not.toBe(credit.transId);
	expect(reversal).toMatchObject({ uuid: credit.uuid, status: '2', reward: '12.50', payout: '0.1563' });
	await eventually(async () => (await listed())[0].reversal?.delivery.state === 'delivered');
	expect(sandbox.received()).toHaveLength(2);
});

test('a callback without a 200 response is sent five more times, then given up', async () => {
	answers = [500, 500, 403, 500, 500, 500, 500];
	await complete();
	await eventually(async () => (await listed())[0].delivery.state === 'gave-up');
	expect(sandbox.received()).toHaveLength(6);
	expect(new Set(sandbox.received().map(({ path }) => path)).size).toBe(1);
});

test('a duplicate arrives twice, and a lost callback arrives on the second attempt', async () => {
	await fault('duplicate');
	await complete();
	await eventually(() => sandbox.received().length === 2);
	expect(sandbox.received()[0]?.path).toBe(sandbox.received()[1]?.path);
	await fault('timeout-before');
	await complete();
	await eventually(() => sandbox.received().length === 3);
	expect((await listed())[0].delivery.attempts).toMatchObject([
		{ fault: 'timeout-before', status: null },
		{ status: 200 },
	]);
});

test('a callback whose response times out is sent again', async () => {
	await fault('timeout-after');
	await complete();
	await eventually(() => sandbox.received().length === 2);
	expect(sandbox.received()[0]?.path).toBe(sandbox.received()[1]?.path);
});

test('with the fault "out of order" the reversal arrives before its credit', async () => {
	await fault('out-of-order');
	const { id } = await complete();
	await reverse(id);
	await eventually(() => sandbox.received().length === 2);
	expect(sandbox.received().map((request) => parameters(request).status)).toEqual(['2', '1']);
});

test('a garbage callback has a wrong signature, and its rejection triggers the correct one', async () => {
	answers = [403];
	await fault('garbage');
	await complete();
	const garbled = await postbackAt(0);
	const good = await postbackAt(1);
	expect(garbled.signature).not.toBe(good.signature);
});

test('a slow callback arrives complete, and a connection cut halfway is retried', async () => {
	await fault('slow-drip', { delayMs: 1 });
	await complete();
	expect((await postbackAt(0)).reward).toBe('12.50');
	await eventually(async () => (await listed())[0].delivery.state === 'delivered');
	await fault('reset');
	await complete();
	await eventually(() => sandbox.received().length === 2);
	expect((await listed())[0].delivery.attempts).toMatchObject([{ fault: 'reset', status: null }, { status: 200 }]);
});

test('the control API sends a callback with any content and can replay it', async () => {
	const url = `${sandbox.url()}/control/wall/completions`;
	const { body } = await requestJson(url, 'POST', { userId: 'user-2', reward: '-1e9', transId: 'tx-9' });
	expect(await postbackAt(0)).toMatchObject({ subId: 'user-2', reward: '-1e9', transId: 'tx-9' });
	await requestJson(`${url}/${body.id}/replay`, 'POST');
	await eventually(() => sandbox.received().length === 2);
	expect(sandbox.received()[0]?.path).toBe(sandbox.received()[1]?.path);
});

test('an unknown offer or completion returns 404, a missing or overlong user id returns 400', async () => {
	const post = async (userId: unknown, offerId: number) =>
		(await requestJson(`${sandbox.url()}/wall/completions`, 'POST', { userId, offerId })).status;
	expect(await post('user-1', 1)).toBe(404);
	expect(await post('', 101)).toBe(400);
	expect(await post('x'.repeat(201), 101)).toBe(400);
	expect((await reverse('00000000-0000-4000-8000-000000000000')).status).toBe(404);
	expect(sandbox.received()).toHaveLength(0);
});

test('the report includes new completions and requires a token', async () => {
	const today = new Date().toISOString().slice(0, 10);
	const address = `${sandbox.url()}/v2/publishers/revenue?startDate=2020-01-01&endDate=${today}`;
	const reported = async () => {
		const answer = await fetch(address, { headers: { 'x-s2s-token': 'k' } });
		const { data } = (await answer.json()) as {
			data: { date_range: object; reports: { total: { revenue_usd: number } }[] };
		};
		return { ...data, usd: data.reports.reduce((sum, { total }) => sum + total.revenue_usd, 0) };
	};
	const before = (await reported()).usd;
	await complete(101);
	const { date_range, usd } = await reported();
	expect(date_range).toEqual({ from: expect.stringMatching(today), to: `${today}T00:00:00Z` });
	expect(usd - before).toBeCloseTo(0.1563);
	expect((await fetch(address)).status).toBe(401);
});
