import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import { openSockets, type RawSocket } from '../../../test/support/raw-sockets.ts';
import { endOnClose } from './guard-requests.ts';

const NEVER_MS = 3_600_000;

let app: FastifyInstance;
let finish: PromiseWithResolvers<string>;
let reached: PromiseWithResolvers<void>;
const connectSocket = openSockets(() => app.server);

beforeEach(() => {
	app = fastify({ logger: false, return503OnClosing: true });
	[finish, reached] = [Promise.withResolvers(), Promise.withResolvers()];
	app.get('/fast', async () => 'fast');
	app.post('/fast', async () => 'fast');
	app.get('/large', async () => 'x'.repeat(50_000_000));
	app.get('/slow', () => {
		reached.resolve();
		return finish.promise;
	});
});
afterEach(() => app.server.closeAllConnections());

async function listen(limits: Parameters<typeof endOnClose>[1]): Promise<void> {
	endOnClose(app, limits);
	await app.listen({ host: '127.0.0.1', port: 0 });
}

async function open(text: string): Promise<RawSocket> {
	const socket = connectSocket();
	const accepted = once(app.server, 'connection');
	await once(socket, 'connect');
	await accepted;
	if (text) socket.write(text);
	return socket;
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const closed = (socket: Socket) => socket.closed || once(socket, 'close');

test.each([
	['without a request', ''],
	['with an incomplete request', 'GET /fast HTTP/1.1\r\nHost: a\r\n'],
	['that is idle after a request', request('/fast')],
])('a connection %s does not delay shutdown', async (_, text) => {
	await listen({ readMs: NEVER_MS, workMs: NEVER_MS });
	const socket = await open(text);
	if (text.endsWith('\r\n\r\n')) await once(socket, 'data');
	await app.close();
	await closed(socket);
});

test('an incomplete request body and an unread response delay shutdown by at most readMs', async () => {
	await listen({ readMs: 200, workMs: NEVER_MS });
	const type = 'Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{';
	await open(`POST /fast HTTP/1.1\r\nHost: a\r\n${type}`);
	const unread = await open(request('/large'));
	await once(unread, 'data');
	unread.pause();
	await app.close();
});

test('shutdown completes a request in progress despite idle connections', async () => {
	await listen({ readMs: 0, workMs: NEVER_MS });
	await open('');
	await open('GET /fast HTTP/1.1\r\n');
	const waiting = await open(request('/slow'));
	await reached.promise;
	const ended = app.close();
	setTimeout(() => finish.resolve('slow'), 300);
	await ended;
	await closed(waiting);
	expect(waiting.answer).toMatch(/^HTTP\/1.1 200.*slow$/s);
});

test('shutdown aborts a request that exceeds workMs', async () => {
	await listen({ readMs: 0, workMs: 200 });
	const waiting = await open(request('/slow'));
	await reached.promise;
	await app.close();
	await closed(waiting);
	expect(waiting.answer).toBe('');
});

test('a server that never listened closes too', async () => {
	endOnClose(app, { readMs: NEVER_MS, workMs: NEVER_MS });
	await app.ready();
	await app.close();
});
