import { offersOf } from '../feeds/offers.ts';
import { eventually, openTestSandbox, type Received, requestJson } from '../played-product.ts';

let answers: number[] = [];
beforeEach(() => {
	answers = [];
});
const sandbox = openTestSandbox({ postbackRetryDelaysMs: [5, 5, 5, 5, 5], callbackTimeoutMs: 10_000 }, () => ({
	status: answers.shift() ?? 200,
	body: 'OK',
	type: 'text/plain',
}));

const complete = async (offerId = 101) =>
	(await requestJson(`${sandbox.url()}/wall/completions`, 'POST', { userId: 'user-1', offerId })).body;
const reverse = (completionId: string) => requestJson(`${sandbox.url()}/wall/reversals`, 'POST', { completionId });
const fault = (kind: string, details: object = {}) =>
	requestJson(`${sandbox.url()}/control/faults`, 'POST', { part: 'postback', kind, remaining: 1, ...details });
const listed = async () => (await requestJson(`${sandbox.url()}/wall/completions?userId=user-1`)).body.completions;
const parameters = (request: Received | undefined) =>
	Object.fromEntries(new URL(request?.path ?? '', 'http://product').searchParams);
const postbackAt = async (index: number) => parameters(await eventually(() => sandbox.received()[index]));

test('a callback without a 200 response is sent five more times, then given up', async () => {
	answers = [500, 500, 403, 500, 500, 500, 500];
	await complete();
	await eventually(async () => (await listed())[0].delivery.state === 'gave-up');
	expect(sandbox.received()).toHaveLength(6);
	expect(new Set(sandbox.received().map(({ path }) => path)).size).toBe(1);
});

test.each([
	['duplicate', 2],
	['timeout-before', 1],
	['timeout-after', 2],
	['reset', 1],
	['slow-drip', 1],
])('a callback with the fault %s is delivered, and arrives %i times with the same content', async (kind, arrivals) => {
	await fault(kind, { delayMs: 1 });
	await complete();
	await eventually(async () => (await listed())[0].delivery.state === 'delivered');
	const paths = sandbox.received().map(({ path }) => path);
	expect(paths).toEqual(Array(arrivals).fill(paths[0]));
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
	expect((await postbackAt(0)).signature).not.toBe((await postbackAt(1)).signature);
});

test('the report includes new completions and requires a token', async () => {
	const today = new Date().toISOString().slice(0, 10);
	const address = `${sandbox.url()}/v2/publishers/revenue?startDate=2020-01-01&endDate=${today}`;
	const reported = async () => {
		const answer = await fetch(address, { headers: { 'x-s2s-token': 'k' } });
		type Report = { data: { date_range: object; reports: { total: { revenue_usd: number } }[] } };
		const { data } = (await answer.json()) as Report;
		return { ...data, usd: data.reports.reduce((sum, { total }) => sum + total.revenue_usd, 0) };
	};
	const before = (await reported()).usd;
	await complete(101);
	const { date_range, usd } = await reported();
	expect(date_range).toEqual({ from: expect.stringMatching(today), to: `${today}T00:00:00Z` });
	expect(usd - before).toBeCloseTo(0.1563);
	expect((await fetch(address)).status).toBe(401);
});

test('the AdGate postback carries the user, the click and the event id', async () => {
	const [offer] = offersOf('adgate', 0);
	const step = { userId: 'u', click: 'c', offerId: offer?.id, goalId: offer?.goals[1]?.id };
	await requestJson(`${sandbox.url()}/wall/steps`, 'POST', step);
	expect(await postbackAt(0)).toMatchObject({ s1: 'u', s2: 'c', state: 'approved', event_id: offer?.goals[1]?.id });
});
