import { offersOf } from '../feeds/offers.ts';
import { openTestSandbox, type Received, requestJson } from '../played-product.ts';

let answers: number[] = [];
beforeEach(() => {
	answers = [];
});
const sandbox = openTestSandbox({ postbackRetryDelaysMs: [5, 5, 5, 5, 5] }, () => ({
	status: answers.shift() ?? 200,
	body: 'OK',
	type: 'text/plain',
}));

const complete = async (offerId = 101) =>
	(await requestJson(`${sandbox.url()}/wall/completions`, 'POST', { userId: 'user-1', offerId })).body;
const listed = async () => (await requestJson(`${sandbox.url()}/wall/completions?userId=user-1`)).body.completions;
const parameters = (request: Received | undefined) =>
	Object.fromEntries(new URL(request?.path ?? '', 'http://product').searchParams);
const postbackAt = async (index: number) => parameters(await vi.waitUntil(() => sandbox.received()[index], 10_000));

test('a callback without a 200 response is sent five more times, then given up', async () => {
	answers = [500, 500, 403, 500, 500, 500, 500];
	await complete();
	await vi.waitUntil(async () => (await listed())[0].delivery.state === 'gave-up', 10_000);
	expect(sandbox.received()).toHaveLength(6);
	expect(new Set(sandbox.received().map(({ path }) => path)).size).toBe(1);
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
