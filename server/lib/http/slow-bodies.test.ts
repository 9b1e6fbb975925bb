import { once } from 'node:events';
import { setTimeout as waitMs } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { openSockets } from '../../../test/support/raw-sockets.ts';
import { endSlowBodies } from './guard-requests.ts';

const PATIENCE_MS = 2_000;
let app: FastifyInstance;
const open = openSockets(() => app.server);

beforeEach(async () => {
	app = fastify({ logger: false, forceCloseConnections: true });
	endSlowBodies(app, { patienceMs: PATIENCE_MS, stepBytes: 1_000 });
	app.post('/', async ({ body }) => `read ${String(JSON.stringify(body)).length}`);
	app.post('/late', { onRequest: () => waitMs(2 * PATIENCE_MS) }, async () => 'late');
	app.get('/slow', () => waitMs(2 * PATIENCE_MS).then(() => 'slow'));
	await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const post = (path: string, headers: string) =>
	`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;

test.each(['Content-Length: 5000', 'Transfer-Encoding: chunked'])('closes a half-sent body: %s', async (headers) => {
	const socket = open();
	socket.write(`${post('/', headers)}${headers.startsWith('T') ? '2\r\n["\r\n' : '["'}`);
	await once(socket, 'close');
	expect(socket.answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('closes a body that arrives byte by byte', async () => {
	const socket = open();
	socket.write(`${post('/', 'Content-Length: 5000')}["`);
	const drip = setInterval(() => socket.writable && socket.write('x'), 50);
	await once(socket, 'close').finally(() => clearInterval(drip));
	expect(socket.answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('reads a large body at a steady pace to its end, and keeps the connection', async () => {
	const socket = open();
	const text = `"${'x'.repeat(2_998)}"`;
	for (let round = 1; round <= 2; round += 1) {
		socket.write(post('/', 'Content-Length: 3000'));
		for (const part of [text.slice(0, 1_100), text.slice(1_100, 2_200), text.slice(2_200)]) {
			await waitMs(0.4 * PATIENCE_MS);
			socket.write(part);
		}
		await expect.poll(() => socket.answer.match(/read 3000/g)?.length).toBe(round);
	}
});

test('does not close a connection because the server is slow', async () => {
	const [late, slow] = [open(), open()];
	late.write(`${post('/late', 'Content-Length: 200000')}"${'x'.repeat(199_998)}"`);
	slow.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
	await expect
		.poll(() => [late.answer, slow.answer])
		.toEqual([expect.stringMatching(/200 OK.*late$/s), expect.stringMatching(/200 OK.*slow$/s)]);
});

test('the time limit ignores requests of app.inject, which have no socket', async () => {
	const { body } = await app.inject({ method: 'POST', url: '/late', payload: { some: 'text' } });
	expect(body).toBe('late');
	await waitMs(PATIENCE_MS);
});
