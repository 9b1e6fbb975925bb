import { expect, test } from 'vitest';
import { eventually, openTestSandbox, requestJson } from '../played-product.ts';
import { offersOf } from './offers.ts';

const sandbox = openTestSandbox({ postbackRetryDelaysMs: [5], callbackTimeoutMs: 10_000 }, () => ({
	status: 200,
	body: 'OK',
	type: 'text/plain',
}));
const post = (path: string, body: unknown) => requestJson(sandbox.url() + path, 'POST', body);

test('two partners list hundreds of offers for several countries and devices, some of them shared', async () => {
	const lootably = (await post('/api/v2/offers/get', { apiKey: 'k', placementID: 'p' })).body.data.offers;
	const adgate = (await requestJson(`${sandbox.url()}/v3/offers?aff=1&api_key=k&wall_code=w`)).body.data;
	expect(lootably.length).toBeGreaterThan(120);
	expect(adgate.length).toBeGreaterThan(80);
	expect(new Set(lootably.flatMap(({ countries }: { countries: string[] }) => countries)).size).toBeGreaterThan(5);
	expect(lootably.filter(({ goals }: { goals?: unknown[] }) => goals?.length === 3).length).toBeGreaterThan(20);
	const stores = new Set(lootably.map((offer: { bundlePackageID?: string }) => offer.bundlePackageID));
	const shared = adgate.filter(({ preview_url }: { preview_url: string }) => stores.has(preview_url.split('id=')[1]));
	expect(shared.length).toBeGreaterThan(5);
	const picture = await fetch(lootably[0].image);
	expect(picture.headers.get('content-type')).toBe('image/png');
	await picture.arrayBuffer();
});

test('offers change within an hour, except the first 24', () => {
	const [now, later] = [offersOf('lootably', 0), offersOf('lootably', 3_600_000)];
	expect(now).not.toEqual(later);
	expect(now.slice(0, 24)).toEqual(later.slice(0, 24));
});

test('the AdGate postback carries the user, the click and the event id', async () => {
	const [offer] = offersOf('adgate', 0);
	await post('/wall/steps', { userId: 'u', click: 'c', offerId: offer?.id, goalId: offer?.goals[1]?.id });
	const sent = await eventually(() => sandbox.received()[0]);
	const fields = Object.fromEntries(new URL(sent.path, 'http://product').searchParams);
	expect(fields).toMatchObject({ s1: 'u', s2: 'c', state: 'approved', event_id: offer?.goals[1]?.id });
});
