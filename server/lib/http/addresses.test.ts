import { fastify } from 'fastify';
import { readForwardedFor } from './addresses.ts';

function open(trustProxy: string[] | false) {
	const app = fastify({ trustProxy });
	app.addHook('onRequest', readForwardedFor);
	app.get('/', async (request) => request.ip);
	beforeAll(() => app.ready());
	afterAll(() => app.close());
	return async (forwardedFor: string) => {
		const { statusCode, body } = await app.inject({ url: '/', headers: { 'x-forwarded-for': forwardedFor } });
		return statusCode === 200 ? body : statusCode;
	};
}

/** #10203, CVE-2026-45364 of better-auth. */
describe('behind a trusted proxy', () => {
	const ask = open(['127.0.0.1', '10.0.0.0/8']);

	test.each([
		['203.0.113.7', '203.0.113.7'],
		['203.0.113.7:4711', '203.0.113.7'],
		['"203.0.113.7:4711"', '203.0.113.7'],
		['[2001:db8::7]:4711', '2001:db8::7'],
		['[2001:db8::7]', '2001:db8::7'],
		['2001:db8::7', '2001:db8::7'],
		['203.0.113.7:4711, 10.1.2.3:80', '203.0.113.7'],
		['198.51.100.1, 203.0.113.7', '203.0.113.7'],
		['unknown, 203.0.113.7:4711', '203.0.113.7'],
		['<script>, 203.0.113.7', '203.0.113.7'],
		['', '127.0.0.1'],
	])('X-Forwarded-For %j yields the address %s', async (sent, ip) => expect(await ask(sent)).toBe(ip));

	test.each([
		'unknown',
		'203.0.113.7, unknown',
		'203.0.113.7:4711:1',
		'203.0.113',
		'localhost',
		'_hidden',
		'x'.repeat(9_000),
	])('X-Forwarded-For %.40j is refused', async (sent) => expect(await ask(sent)).toBe(403));
});

describe('without a trusted proxy', () => {
	const ask = open(false);
	test('X-Forwarded-For is ignored', async () => {
		expect(await ask('unknown')).toBe('127.0.0.1');
		expect(await ask('203.0.113.7:4711')).toBe('127.0.0.1');
	});
});
