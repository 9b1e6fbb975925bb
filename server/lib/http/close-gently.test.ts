import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { closeGently } from './close-gently.ts';

async function open(port: number, text: string): Promise<Socket & { answer: string }> {
	const socket = Object.assign(connect(port, '127.0.0.1'), { answer: '' });
	socket.setEncoding('utf8').on('data', (data: string) => {
		socket.answer += data;
	});
	socket.on('error', () => {});
	await once(socket, 'connect');
	socket.write(text);
	return socket;
}

test('what is under way is answered, and nobody who keeps a connection open holds up the end', async () => {
	const app = fastify({ logger: false });
	const finish = Promise.withResolvers<string>();
	const reached = Promise.withResolvers<void>();
	app.get('/fast', async () => 'fast');
	app.get('/slow', () => {
		reached.resolve();
		return finish.promise;
	});
	await app.listen({ host: '127.0.0.1', port: 0 });
	const { port } = app.server.address() as AddressInfo;

	const idle = await open(port, 'GET /fast HTTP/1.1\r\nHost: a\r\n\r\n');
	const half = await open(port, 'GET /fast HTTP/1.1\r\nHost: a\r\n');
	await once(idle, 'data');
	const waiting = await open(port, 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
	await reached.promise;

	const closed = closeGently(app, 300);
	finish.resolve('slow');
	await closed;
	await Promise.all([idle, half, waiting].map((socket) => socket.closed || once(socket, 'close')));
	expect(waiting.answer).toMatch(/^HTTP\/1.1 200.*slow$/s);
});
