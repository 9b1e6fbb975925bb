import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, Faults, IncomingPart } from './faults.ts';

export type RefusalBody = (status: number, request: FastifyRequest) => unknown;

export function misbehave(app: FastifyInstance, part: IncomingPart, faults: Faults, refusalBody: RefusalBody): void {
	const taken = new WeakMap<FastifyRequest, Fault>();

	app.addHook('onRequest', async (request, reply) => {
		const fault = faults.take(part, request.url);
		if (!fault) return;
		taken.set(request, fault);
		if (/^\d{3}$/.test(fault.kind)) return refuse(request, reply, fault, refusalBody);
		if (fault.kind === 'delay') await sleep(fault.delayMs, undefined, { ref: false });
		if (fault.kind === 'timeout-before') reply.hijack();
		if (fault.kind === 'reset') {
			reply.hijack();
			request.raw.socket.resetAndDestroy();
		}
	});

	app.addHook('onSend', async (request, reply, payload) => {
		const fault = taken.get(request);
		if (fault?.kind === 'timeout-after') await new Promise((resolve) => request.raw.socket.once('close', resolve));
		if (fault?.kind === 'reset-after') request.raw.socket.resetAndDestroy();
		if (fault?.kind === 'garbage') return '{"success":tru\u0000<html>';
		if (fault?.kind === 'slow-drip') return dripping(String(payload ?? ''), fault.delayMs);
		if (fault?.kind === '500-after') {
			reply.code(500);
			return JSON.stringify(refusalBody(500, request));
		}
		return payload;
	});
}

function refuse(request: FastifyRequest, reply: FastifyReply, fault: Fault, refusalBody: RefusalBody): FastifyReply {
	const status = Number(fault.kind);
	if (status === 429 || status === 503) reply.header('retry-after', String(fault.retryAfterSec));
	return reply.code(status).send(refusalBody(status, request));
}

function dripping(text: string, pauseMs: number): Readable {
	return Readable.from(
		(async function* () {
			for (const byte of Buffer.from(text)) {
				await sleep(pauseMs, undefined, { ref: false });
				yield Buffer.of(byte);
			}
		})(),
	);
}
