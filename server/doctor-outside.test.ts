import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { DAY_MS } from '../contract/durations.ts';
import { type Finding, lookFromOutside } from './doctor-outside.ts';
import { reachabilityRoutes } from './operations/reachability.ts';

const authSecret = 'test-auth-secret-of-more-than-32-characters';
const clock = { now: () => Date.now() };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
	for (const end of ends.splice(0)) await end();
});

async function aProduct(trustProxy: string[] | false, holdMs = 60_000) {
	const app = fastify({ trustProxy, forceCloseConnections: true });
	ends.push(() => app.close());
	reachabilityRoutes(app, { authSecret, clock, holdMs });
	await app.listen({ port: 0, host: '127.0.0.1' });
	return (app.server.address() as AddressInfo).port;
}

type ProxyOptions = { forwarded: (claimed: string, remote: string) => string; buffers?: boolean };

async function aProxy(port: number, { forwarded, buffers = false }: ProxyOptions) {
	const proxy: Server = createServer((incoming, answer) => {
		const claimed = String(incoming.headers['x-forwarded-for']);
		const headers = { ...incoming.headers, 'x-forwarded-for': forwarded(claimed, incoming.socket.remoteAddress ?? '') };
		const onward = request({ port, host: '127.0.0.1', path: incoming.url, headers }, async (back) => {
			answer.writeHead(back.statusCode ?? 502, { 'content-type': back.headers['content-type'] ?? '' });
			if (!buffers) return back.pipe(answer);
			let held = '';
			for await (const part of back) held += part;
			answer.end(held);
		});
		incoming.on('close', () => answer.writableFinished || onward.destroy());
		onward.on('error', () => answer.destroy());
		onward.end();
	});
	ends.push(async () => {
		proxy.closeAllConnections();
		proxy.close();
	});
	await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
	return (proxy.address() as AddressInfo).port;
}

const look = (publicUrl: string, port = 1) =>
	lookFromOutside({ config: { publicUrl, port, authSecret, trustedProxies: [] }, clock });
const of = (findings: readonly Finding[], check: string) => findings.find((one) => one.check === check);
const at = (port: number) => `http://127.0.0.1:${port}`;
const VISITOR = '198.51.100.7';

test('a trusted proxy that replaces forwarded addresses and passes streams on is green', async () => {
	const port = await aProxy(await aProduct(['127.0.0.1']), { forwarded: () => VISITOR });
	const found = await look(at(port));
	expect(found.map(({ check, state }) => `${check} ${state}`)).toEqual([
		'dns green',
		'proxy green',
		'forwarded addresses green',
		'stream green',
		expect.stringMatching(/^open files /),
	]);
	expect(of(found, 'forwarded addresses')?.says).toContain(VISITOR);
});

test('an untrusted proxy is red, and the finding names the TRUSTED_PROXIES value to set', async () => {
	const port = await aProxy(await aProduct(false), { forwarded: (claimed) => `${claimed}, ${VISITOR}` });
	expect(of(await look(at(port)), 'forwarded addresses')).toMatchObject({
		state: 'red',
		says: expect.stringContaining('127.0.0.1'),
		todo: expect.stringContaining('TRUSTED_PROXIES=127.0.0.1'),
	});
});

test.each([
	['a proxy that forwards a forged address', (claimed: string) => claimed, 'overwrite X-Forwarded-For'],
	[
		'a proxy that appends to a forged address, with too many trusted proxies',
		(claimed: string) => `${claimed}, 127.0.0.1`,
		'overwrite X-Forwarded-For',
	],
])('a client address that visitors can forge is red: %s', async (_, forwarded, todo) => {
	const port = await aProxy(await aProduct(['127.0.0.1']), { forwarded });
	expect(of(await look(at(port)), 'forwarded addresses')).toMatchObject({
		state: 'red',
		todo: expect.stringContaining(todo),
	});
});

const nginx = (claimed: string, remote: string) => `${claimed}, ${remote}`;
const caddy = (_: string, remote: string) => remote;

test.each([
	['nginx', nginx, ['127.0.0.1'], 'green'],
	['nginx', nginx, ['loopback'], 'green'],
	['nginx', nginx, ['0.0.0.0/1', '128.0.0.0/1'], 'red'],
	['nginx', nginx, false, 'red'],
	['caddy', caddy, ['127.0.0.1'], 'green'],
	['caddy', caddy, ['loopback'], 'green'],
	['caddy', caddy, false, 'red'],
] as const)(
	'behind %s on the same machine, the check uses the address that a visitor would have (%#)',
	async (_, forwarded, trusted, state) => {
		const product = await aProduct(trusted && [...trusted]);
		const port = await aProxy(product, { forwarded });
		expect(of(await look(at(port), product), 'forwarded addresses')).toMatchObject({ state });
	},
);

test('a proxy that buffers streams is red', async () => {
	const product = await aProduct(['127.0.0.1'], 100);
	const port = await aProxy(product, { forwarded: () => VISITOR, buffers: true });
	expect(of(await look(at(port)), 'stream')).toMatchObject({
		state: 'red',
		todo: expect.stringContaining('buffering'),
	});
});

test('an address without a server, or with another site, is red', async () => {
	const gone = await aProxy(1, { forwarded: () => VISITOR });
	const other = createServer((_, answer) => answer.end('another site'));
	ends.push(async () => other.close());
	await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
	for (const port of [gone, (other.address() as AddressInfo).port]) {
		expect(of(await look(at(port)), 'proxy')).toMatchObject({ state: 'red', todo: expect.any(String) });
	}
});

test('settings that differ from the running site are red, but not reported as a refused connection', async () => {
	const port = await aProduct(false);
	const found = await lookFromOutside({
		config: { publicUrl: at(port), port, authSecret: 'another-secret-of-more-than-32-characters', trustedProxies: [] },
		clock,
	});
	expect(of(found, 'proxy')).toMatchObject({ state: 'red', says: expect.not.stringContaining('ECONNREFUSED') });
});

test('a host name that cannot be resolved is red', async () => {
	expect(of(await look('http://nowhere.invalid:1'), 'dns')).toMatchObject({ state: 'red', todo: expect.any(String) });
});

test.each([
	[90, 'green'],
	[14, 'yellow'],
	[3, 'red'],
	[-1, 'red'],
])('a certificate with %i days left is %s', async (days, state) => {
	const site = { config: { publicUrl: 'https://127.0.0.1:1', port: 1, authSecret, trustedProxies: [] }, clock };
	const found = await lookFromOutside(site, async () => Date.now() + days * DAY_MS + DAY_MS / 2);
	expect(of(found, 'certificate')).toMatchObject({ state });
});
