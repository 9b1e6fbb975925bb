import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach } from 'vitest';

/** `answer`: all text that arrived. */
export type RawSocket = Socket & { answer: string };

/** Returns a function that connects to the server. The connections end after each test. */
export function openSockets(server: () => Server): () => RawSocket {
	const sockets: Socket[] = [];
	afterEach(() => {
		for (const socket of sockets.splice(0)) socket.destroy();
	});
	return () => {
		const { port } = server().address() as AddressInfo;
		const socket = Object.assign(connect(port, '127.0.0.1'), { answer: '' });
		sockets.push(socket);
		socket.setEncoding('utf8').on('data', (data: string) => {
			socket.answer += data;
		});
		return socket.on('error', () => {});
	};
}
