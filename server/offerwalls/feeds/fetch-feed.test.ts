import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lootablyAnswer, lootablyOffer } from '../../../test/partners/feed-examples.ts';
import { withPublicOnly } from '../saved-walls/safe-addresses.ts';
import { toWalls, type Wall } from '../walls/wall.ts';
import type { Feed } from './feeds.ts';
import { fetchFeed } from './fetch-feed.ts';

let requests = 0;
const vendor = createServer((_request, response) => {
	requests += 1;
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify(lootablyAnswer([lootablyOffer('a')])));
});
beforeAll(() => new Promise<void>((resolve) => void vendor.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => vendor.close(resolve)));
beforeEach(() => {
	requests = 0;
});

function savedFeed(host: string, trusted: (url: string) => string[]): Feed {
	const url = `http://${host}:${(vendor.address() as AddressInfo).port}`;
	const feed = { kind: 'lootably', apiKey: 'k', placementID: 'p', url };
	const entry = { id: 'loot', partner: 'lootably', name: 'Loot', secret: 'a-long-enough-secret', feed };
	const [wall] = toWalls([entry], 'test') as [Wall];
	return withPublicOnly(wall, trusted(url)).feed as Feed;
}

test.each(['localhost', '127.0.0.1', '[::ffff:127.0.0.1]'])(
	'a feed whose host resolves to our own network is not requested: %s',
	async (host) => {
		await expect(
			fetchFeed(
				savedFeed(host, () => []),
				Date.now(),
			),
		).rejects.toThrow('server unreachable');
		expect(requests).toBe(0);
	},
);

test('fetches a feed from an origin that a setting trusts', async () => {
	const { offers } = await fetchFeed(
		savedFeed('localhost', (url) => [url]),
		Date.now(),
	);
	expect(offers.map(({ key }) => key)).toEqual(['a']);
	expect(requests).toBe(1);
});

test('BitLabs has no feed, because AdGate lists the same offers', () => {
	const entry = { id: 'bit', partner: 'bitlabs', name: 'Bit', secret: 'a-long-enough-secret' };
	expect(() => toWalls([{ ...entry, feed: { kind: 'bitlabs', token: 't' } }], 'test')).toThrow(
		'has no feed; supported:',
	);
});
