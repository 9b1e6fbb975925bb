import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

type Reading = { response: ServerResponse; bytes: number; sinceMs: number };

const LOOK_EVERY_MS = 500;
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

export function endSlowBodies(
	app: FastifyInstance,
	{ patienceMs, stepBytes }: { patienceMs: number; stepBytes: number },
): void {
	const readings = new Map<IncomingMessage, Reading>();
	app.addHook('onRequest', ({ raw }, reply, done) => {
		const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
		if (hasBody && !raw.complete && raw.socket instanceof Socket) {
			readings.set(raw, { response: reply.raw, bytes: raw.socket.bytesRead, sinceMs: performance.now() });
			raw.once('close', () => readings.delete(raw));
		}
		done();
	});

	const look = setInterval(() => {
		const nowMs = performance.now();
		for (const [raw, reading] of readings) {
			const bytes = raw.socket.bytesRead;
			if (raw.complete) readings.delete(raw);
			// A body that the server has not started to read is not the client's delay.
			else if (!raw.readableFlowing || bytes - reading.bytes >= stepBytes) {
				Object.assign(reading, { bytes, sinceMs: nowMs });
			} else if (nowMs - reading.sinceMs >= patienceMs) {
				if (!reading.response.headersSent) raw.socket.write(TOO_SLOW);
				raw.socket.destroy();
			}
		}
	}, LOOK_EVERY_MS).unref();
	app.addHook('onClose', async () => clearInterval(look));
}
