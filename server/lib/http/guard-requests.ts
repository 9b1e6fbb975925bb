import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

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
				if (reading.response.headersSent) raw.socket.destroy();
				else refuse(raw);
				readings.delete(raw);
			}
		}
	}, LOOK_EVERY_MS).unref();
	app.addHook('onClose', async () => clearInterval(look));
}

/** Reads on for a moment: closing with unread bytes resets the connection, which can lose the answer. */
function refuse(raw: IncomingMessage): void {
	raw.removeAllListeners('data').removeAllListeners('end').resume();
	raw.socket.end(TOO_SLOW);
	setTimeout(() => raw.socket.destroy(), LOOK_EVERY_MS).unref();
}

type Exchange = { request: IncomingMessage; response: ServerResponse };
type Limits = { readMs: number; workMs: number };

const CLOSING_LOOK_EVERY_MS = 50;

/** Limits how long `app.close()` takes. Call before listening. A closing Node server no longer enforces its own timeouts. */
export function endOnClose(app: FastifyInstance, { readMs, workMs }: Limits): void {
	const exchanges = new Set<Exchange>();
	app.server.on('request', (request, response) => {
		const exchange = { request, response };
		exchanges.add(exchange);
		response.once('close', () => exchanges.delete(exchange));
	});

	app.addHook('preClose', async () => {
		const startedAt = performance.now();
		const look = setInterval(() => {
			const passedMs = performance.now() - startedAt;
			if (mayBeCut(exchanges, passedMs, { readMs, workMs })) app.server.closeAllConnections();
		}, CLOSING_LOOK_EVERY_MS);
		if (app.server.listening) app.server.once('close', () => clearInterval(look));
		else clearInterval(look);
	});
}

function mayBeCut(exchanges: ReadonlySet<Exchange>, passedMs: number, { readMs, workMs }: Limits): boolean {
	if (exchanges.size === 0 || passedMs >= workMs) return true;
	const isWorkedOn = [...exchanges].some(({ request, response }) => request.complete && !response.writableEnded);
	return passedMs >= readMs && !isWorkedOn;
}

export class HalfRequest extends Error {
	override readonly name = 'HalfRequest';
	readonly statusCode = 400;
}

/** Refuses a request line without a version, which Node parses as HTTP/0.9 even if it was cut off. */
export function requireWholeRequest({ raw }: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) {
	if (raw.httpVersionMajor === 1) done();
	else done(new HalfRequest('the request line is incomplete'));
}

/** Refuses text PostgreSQL cannot store: NUL in `text`, a lone surrogate in `jsonb`. */
export async function refuseBrokenText({ body, params, query }: FastifyRequest): Promise<void> {
	if (!hasBrokenText([body, params, query])) return;
	throw Object.assign(new Error('the request contains invalid text'), { statusCode: 400 });
}

function hasBrokenText(rest: unknown[]): boolean {
	while (rest.length > 0) {
		const value = rest.pop();
		if (typeof value === 'string' && (value.includes('\u0000') || !value.isWellFormed())) return true;
		if (typeof value !== 'object' || value === null) continue;
		for (const [name, each] of Object.entries(value)) rest.push(name, each);
	}
	return false;
}
