import { sql } from 'kysely';
import { MINUTE_MS } from '../../../contract/durations.ts';
import * as examples from '../../../test/partners/feed-examples.ts';
import { stillCatalogue } from '../../../test/partners/offers-world.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { NoAnswer, type OutboundRequest, type SendRequest } from '../../lib/http/outbound.ts';
import type { Visitor } from '../catalogue/catalogue.ts';
import { withPublicOnly } from '../saved-walls/open-saved-wall.ts';
import { toWalls, type Wall } from '../walls/wall.ts';
import { feedToWire } from './feed-to-wire.ts';
import type { Feed } from './feeds.ts';
import { fetchFeed } from './fetch-feed.ts';
import { refreshFeeds } from './refresh-feeds.ts';
import { selectFeeds } from './store-feeds.ts';

const { adgateAnswer, adgateOffer, adgemAnswer, adgemOffer, lootablyAnswer, lootablyOffer } = examples;
const { app, owner } = openTestDatabase();
const anyVisitor: Visitor = { age: 30, country: 'NL', isServed: true };

let nowMs = Date.UTC(2026, 0, 1);
const clock = { now: () => nowMs };
let walls: Wall[];
let answers: Record<string, () => Awaited<ReturnType<SendRequest>>>;
let requests: string[];
let published: string[];

const json = (body: unknown, status = 200) => text(JSON.stringify(body), status);
const text = (body: string, status = 200) => ({ status, headers: new Headers(), text: body });
const never = (reason: NoAnswer['reason']) => () => {
	throw new NoAnswer(reason, undefined);
};

const lootably = { kind: 'lootably', apiKey: 'k', placementID: 'p' };
const adgate = { kind: 'adgate', aff: 1, api_key: 'k', wall_code: 'w' };
function entryOf(id: string, partner: string, feed: object) {
	return { id, partner, name: id, secret: 'a-long-enough-secret', rate: 80, feed };
}

beforeEach(async () => {
	await sql`truncate feeds, offers`.execute(owner);
	walls = toWalls([entryOf('loot', 'lootably', lootably), entryOf('gate', 'adgate', adgate)], 'test');
	requests = [];
	published = [];
	answers = {
		'api.lootably.com': () => json(lootablyAnswer([lootablyOffer('a'), lootablyOffer('b')])),
		'api.adgatemedia.com': () => json(adgateAnswer([adgateOffer(1)])),
	};
});

const sendRequest: SendRequest = async ({ url, body }) => {
	requests.push(`${url}${body ? ` ${JSON.stringify(body)}` : ''}`);
	return (answers[new URL(url).host] as () => Awaited<ReturnType<SendRequest>>)();
};

async function refresh(passedMinutes = 0) {
	nowMs += passedMinutes * MINUTE_MS;
	await refreshFeeds({ db: app, clock, log: silentLog, walls, publish: (topic) => published.push(topic), sendRequest });
}

async function shown(): Promise<string[]> {
	const catalogue = stillCatalogue(app, clock, walls);
	await catalogue.refresh();
	const every = { category: undefined, device: undefined, words: [], after: undefined };
	const wanted = { order: 'new', ...every, count: 100 } as const;
	return catalogue
		.list(anyVisitor, wanted)
		.map(({ offer: { wall, key } }) => `${wall.id} ${key}`)
		.sort();
}

const stateOf = async (wall: string) => (await selectFeeds(app)).find((feed) => feed.wall === wall);

test("requests each feed in its vendor's format and shows its offers", async () => {
	await refresh();
	expect(requests.sort()).toEqual([
		'https://api.adgatemedia.com/v3/offers?aff=1&api_key=k&wall_code=w',
		'https://api.lootably.com/api/v2/offers/get {"apiKey":"k","placementID":"p"}',
	]);
	expect(await shown()).toEqual(['gate 1', 'loot a', 'loot b']);
	expect(published).toEqual(['offers', 'offers']);
});

test('exchanges the refresh token for an access token and requests the offers with it', async () => {
	const [gem] = toWalls([entryOf('gem', 'adgem', { kind: 'adgem', refresh_token: 'r' })], 'test');
	const { feed } = gem as Wall & { feed: Feed };
	const requests: OutboundRequest[] = [];
	const fetchWith = (token: unknown) =>
		fetchFeed(feed, nowMs, async (request) => {
			requests.push(request);
			return requests.length % 2 ? json(token, 201) : json(adgemAnswer([adgemOffer(7)]));
		});
	const token = { message: 'Authorized', access_token: 'short-lived', expires_in: 3_600 };
	expect((await fetchWith(token)).offers.map(({ key }) => key)).toEqual(['7']);
	const [exchange, list] = requests;
	expect([exchange?.url, String(exchange?.body)]).toEqual([
		'https://offer-api.adgem.com/v1/users/token',
		'grant_type=refresh_token&refresh_token=r',
	]);
	expect(list).toMatchObject({
		...{ method: 'GET', url: 'https://offer-api.adgem.com/v1/offers' },
		headers: { authorization: 'Bearer short-lived' },
	});
	requests.length = 0;
	await expect(fetchWith({ message: 'no' })).rejects.toThrow('no access_token in the response');
});

test('requests a feed no sooner than its vendor allows, and on one node only', async () => {
	await Promise.all([refresh(), refresh(), refresh()]);
	await refresh(9);
	expect(requests).toHaveLength(2);
	await refresh(1);
	expect(requests.filter((url) => url.includes('adgate'))).toHaveLength(2);
	expect(requests.filter((url) => url.includes('lootably'))).toHaveLength(1);
});

test('a removed offer is hidden, and keeps its id if it returns', async () => {
	await refresh();
	const idsOf = async () => (await sql<{ id: string }>`select id from offers order by id`.execute(app)).rows;
	const before = await idsOf();
	answers['api.lootably.com'] = () => json(lootablyAnswer([lootablyOffer('b')]));
	await refresh(15);
	expect(await shown()).toEqual(['gate 1', 'loot b']);
	answers['api.lootably.com'] = () => json(lootablyAnswer([]));
	await refresh(15);
	expect(await shown()).toEqual(['gate 1']);
	answers['api.lootably.com'] = () => json(lootablyAnswer([lootablyOffer('a')]));
	await refresh(15);
	expect(await shown()).toEqual(['gate 1', 'loot a']);
	expect(await idsOf()).toEqual(before);
});

test('an unchanged response does not change the version', async () => {
	await refresh();
	const version = (await stateOf('loot'))?.version;
	await refresh(15);
	expect((await stateOf('loot'))?.version).toBe(version);
	expect((await stateOf('loot'))?.fetchedAt?.getTime()).toBe(nowMs);
});

test('one bad offer does not affect the others', async () => {
	const bad = [null, 7, {}, lootablyOffer('x', { link: 'javascript:1' }), lootablyOffer('a', { name: 'again' })];
	answers['api.lootably.com'] = () => json(lootablyAnswer([...bad.slice(0, 4), lootablyOffer('a'), bad[4]]));
	await refresh();
	expect(await shown()).toEqual(['gate 1', 'loot a']);
	expect(await stateOf('loot')).toMatchObject({ offers: 1, skipped: 5, skippedWhy: 'no title', problem: null });
});

test.each<[string, () => Awaited<ReturnType<SendRequest>>, string]>([
	['an HTML page', () => text('<!doctype html><h1>Hello</h1>'), 'response is not JSON'],
	['more than 8 MB', never('too-large'), 'response larger than 8 MB'],
	['an endless response', never('timeout'), 'no response within 20 seconds'],
	['no connection', never('network'), 'server unreachable'],
	['a server error', () => json({}, 500), 'HTTP status 500'],
	['a redirect', () => json({}, 302), 'HTTP status 302'],
	['an error of the vendor', () => json({ success: false, message: 'no', data: {} }), 'unexpected value of success'],
	['wrong types', () => json({ success: true, data: { offers: { a: 1 } } }), 'no list at data.offers'],
])('a feed that answers with %s changes nothing and delays no other feed', async (_, answer, problem) => {
	await refresh();
	answers['api.lootably.com'] = answer;
	answers['api.adgatemedia.com'] = () => json(adgateAnswer([adgateOffer(2)]));
	await refresh(15);
	expect(await shown()).toEqual(['gate 2', 'loot a', 'loot b']);
	expect(await stateOf('loot')).toMatchObject({ problem, failures: 1 });
});

test('a failing feed is retried at increasing intervals', async () => {
	answers['api.lootably.com'] = never('network');
	const times: number[] = [];
	for (let minute = 0; minute <= 240; minute += 1) {
		const before = requests.length;
		await refresh(minute === 0 ? 0 : 1);
		if (requests.slice(before).some((url) => url.includes('lootably'))) times.push(minute);
	}
	expect(times).toEqual([0, 15, 45, 105, 165, 225]);
});

test("waits as long as the vendor's retry-after header says", async () => {
	answers['api.lootably.com'] = () => ({ status: 429, headers: new Headers({ 'retry-after': '7200' }), text: '' });
	await refresh();
	await refresh(119);
	expect(requests.filter((url) => url.includes('lootably'))).toHaveLength(1);
	await refresh(1);
	expect(requests.filter((url) => url.includes('lootably'))).toHaveLength(2);
});

test('an unavailable feed is stale for staff after two refresh periods, and its offers are hidden after six', async () => {
	const notices = async () => {
		const [, gate] = walls as [Wall, Wall];
		return feedToWire(gate.feed, await stateOf('gate'), nowMs);
	};
	expect(await notices()).toMatchObject({ state: 'never', since: null, lastAnswerAt: null });
	await refresh();
	const answeredAt = nowMs;
	answers['api.adgatemedia.com'] = never('timeout');
	await refresh(20);
	expect(await notices()).toMatchObject({ state: 'good', since: null, lastAnswerAt: answeredAt, offers: 1 });
	await refresh(1);
	const problem = 'no response within 20 seconds';
	expect(await notices()).toMatchObject({ state: 'stale', since: answeredAt + 20 * MINUTE_MS, offers: 1, problem });
	await refresh(38);
	expect(await shown()).toContain('gate 1');
	await refresh(2);
	expect(await notices()).toMatchObject({ state: 'hidden', since: answeredAt + 60 * MINUTE_MS });
	expect(await shown()).toEqual(['loot a', 'loot b']);
	answers['api.adgatemedia.com'] = () => json(adgateAnswer([adgateOffer(1)]));
	await refresh(60);
	expect(await shown()).toContain('gate 1');
	expect(await notices()).toMatchObject({ state: 'good', problem: null, lastAnswerAt: nowMs });
	expect(feedToWire(undefined, undefined, nowMs)).toBeNull();
});

test('a feed is requested from public addresses only, unless a setting trusts its origin', async () => {
	const url = 'http://localhost:4010';
	const [wall] = toWalls([entryOf('loot', 'lootably', { ...lootably, url })], 'test') as [Wall];
	const seen: OutboundRequest[] = [];
	for (const trusted of [[], [url]]) {
		await fetchFeed(withPublicOnly(wall, trusted).feed as Feed, nowMs, async (request) => {
			seen.push(request);
			return json(lootablyAnswer([lootablyOffer('a')]));
		});
	}
	expect(seen).toMatchObject([true, false].map((isPublicOnly) => ({ url: `${url}/api/v2/offers/get`, isPublicOnly })));
});

test('BitLabs has no feed, because AdGate lists the same offers', () => {
	const entry = entryOf('bit', 'bitlabs', { kind: 'bitlabs', token: 't' });
	expect(() => toWalls([entry], 'test')).toThrow('has no feed; supported:');
});
