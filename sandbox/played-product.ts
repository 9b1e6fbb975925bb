import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
export type Answered = { status: number; body: string; type?: string };

/** A tiny HTTP server in the product's place, for the sandbox's own tests. `answer` decides; every request is kept. */
export async function startFakeProduct(answer: (request: Received) => Answered) {
	const received: Received[] = [];
	const server = createServer(async (request, response) => {
		const pieces: Buffer[] = [];
		try {
			for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
		} catch {
			return;
		}
		const entry: Received = {
			method: request.method ?? '',
			path: request.url ?? '',
			headers: request.headers,
			body: Buffer.concat(pieces).toString('utf8'),
		};
		received.push(entry);
		const { status, body, type = 'application/json' } = answer(entry);
		response.writeHead(status, { 'content-type': type }).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Waits until `check` gives something, at most ten seconds. */
export async function eventually<Value>(check: () => Value | undefined | false | Promise<Value | undefined | false>) {
	const until = Date.now() + 10_000;
	for (;;) {
		const value = await check();
		if (value) return value;
		if (Date.now() > until) throw new Error('it did not happen within 10 s');
		await new Promise((resolve) => setTimeout(resolve, 10));
	}
}

export async function askJson(
	url: string,
	method = 'GET',
	body?: unknown,
	headers: Record<string, string> = {},
	// biome-ignore lint/suspicious/noExplicitAny: the tests compare what came, whatever it is
): Promise<{ status: number; body: any; headers: Headers }> {
	const answer = await fetch(url, {
		method,
		headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	return { status: answer.status, body: await answer.json(), headers: answer.headers };
}
