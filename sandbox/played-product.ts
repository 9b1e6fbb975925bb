import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from './app.ts';

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
type Answered = { status: number; body: string; type?: string; headers?: Record<string, string> };

export const order = {
	orderId: 'o-1',
	robloxUsername: 'sandbox_player',
	robuxAmount: 10,
	placeId: 9_300_001,
	gamepassId: 6_400_002,
	isPreOrder: false,
	checkOwnership: true,
};

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
		const { status, body, type = 'application/json', headers } = answer(entry);
		response.writeHead(status, { 'content-type': type, ...headers }).end(body);
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

export function openTestSandbox(options: SandboxOptions, answer: (request: Received) => Answered = notFound) {
	let product: Awaited<ReturnType<typeof startFakeProduct>>;
	let sandbox: Sandbox;
	beforeAll(async () => {
		product = await startFakeProduct(answer);
		sandbox = await createSandbox({ port: 0, productUrl: product.url, ...options });
	});
	afterAll(async () => {
		await sandbox.close();
		await product.close();
	});
	beforeEach(async () => {
		await requestJson(`${sandbox.url}/control/reset`, 'POST');
		product.received.length = 0;
	});
	return { url: () => sandbox.url, received: () => product.received };
}

const notFound = (): Answered => ({ status: 404, body: '{}' });

export async function requestJson(
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
