import type { RequestListener } from 'node:http';
import { listen } from '../../../test/sites/fake-oidc.ts';
import { type OutboundRequest, sendRequest } from './outbound.ts';

let stop: (() => Promise<unknown>) | undefined;
afterEach(() => stop?.());

async function serve(listener: RequestListener): Promise<{ url: string; connections: () => number }> {
	const { server, issuer: url } = await listen(listener);
	let connections = 0;
	server.on('connection', () => {
		connections += 1;
	});
	stop = () => {
		server.closeAllConnections();
		return new Promise((resolve) => server.close(resolve));
	};
	return { url, connections: () => connections };
}

function request(url: string, changed: Partial<OutboundRequest> = {}) {
	return sendRequest({ method: 'GET', url, timeoutMs: 5_000, bodyBytesMax: 1_000, ...changed });
}

test('sends JSON and headers, and returns status, headers and text without a byte order mark', async () => {
	const { url } = await serve(async (request, response) => {
		let received = '';
		for await (const piece of request.setEncoding('utf8')) received += piece;
		response.writeHead(429, { 'Retry-After': '7' });
		response.end(`\uFEFF${JSON.stringify([request.method, request.headers['api-key'], received])}`);
	});
	const { status, headers, text } = await request(url, {
		method: 'POST',
		headers: { 'api-key': 'key' },
		body: { a: 'é' },
	});
	expect([status, headers.get('retry-after'), JSON.parse(text)]).toEqual([429, '7', ['POST', 'key', '{"a":"é"}']]);
	expect(headers.get('date')).not.toBeNull();
	expect(headers.get('x-absent')).toBeNull();
});

test('sequential requests reuse one connection', async () => {
	const { url, connections } = await serve((_, response) => response.end('{}'));
	for (let n = 0; n < 5; n += 1) await request(url);
	expect(connections()).toBe(1);
});

test('does not follow a redirect', async () => {
	const requests: string[] = [];
	const { url } = await serve((request, response) => {
		requests.push(request.url ?? '');
		response.writeHead(302, { location: '/elsewhere' }).end();
	});
	expect((await request(`${url}/here`)).status).toBe(302);
	expect(requests).toEqual(['/here']);
});

test('the timeout covers the whole response to its last byte', async () => {
	const { url } = await serve((_, response) => {
		response.write('{');
		const drip = setInterval(() => response.write(' '), 20);
		response.on('close', () => clearInterval(drip));
	});
	await expect(request(url, { timeoutMs: 150 })).rejects.toMatchObject({ reason: 'timeout' });
});

test('rejects a response body above the limit', async () => {
	const { url } = await serve((_, response) => response.end('x'.repeat(1_001)));
	await expect(request(url)).rejects.toMatchObject({ reason: 'too-large' });
});

test.each(['before the response', 'during the response'])(
	'a connection that is lost %s is a network error',
	async (when) => {
		const { url } = await serve((request, response) => {
			if (when !== 'before the response') response.writeHead(200, { 'content-length': '10' }).write('{"a"');
			setTimeout(() => request.socket.destroy(), 20);
		});
		await expect(request(url)).rejects.toMatchObject({ reason: 'network' });
	},
);

test('reports a network error when nothing listens', async () => {
	const { url } = await serve(() => {});
	await stop?.();
	await expect(request(url)).rejects.toMatchObject({ reason: 'network' });
});
