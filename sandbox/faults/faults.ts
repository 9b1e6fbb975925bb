import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const faultParts = ['platform', 'vendor'] as const;
type FaultPart = (typeof faultParts)[number];

/** With `-after`, the work is done first. Status codes from 400 to 599 are kinds too. */
export const faultKinds = [
	'delay',
	'timeout-before',
	'timeout-after',
	'reset',
	'reset-after',
	'500-after',
	'garbage',
	'slow-drip',
] as const;

export type Fault = {
	id: number;
	part: FaultPart;
	kind: string;
	remaining: number | null;
	path: string | null;
	/** The wait of `delay`, the pause between pieces of `slow-drip`. */
	delayMs: number;
	/** Sent as `retry-after` with 429 and 503. */
	retryAfterSec: number;
};

type NewFault = Pick<Fault, 'part' | 'kind'> & {
	[Detail in Exclude<keyof Fault, 'id' | 'part' | 'kind'>]?: Fault[Detail] | undefined;
};
export type Faults = ReturnType<typeof createFaults>;

const FAULTS_MAX = 100;

const isKind = (kind: string) => (faultKinds as readonly string[]).includes(kind) || /^[45]\d\d$/.test(kind);

export function createFaults() {
	let faults: Fault[] = [];
	let nextId = 1;

	return {
		list: () => [...faults],

		add(fault: NewFault): Fault {
			if (!isKind(fault.kind)) throw new RangeError(`the fault ${fault.kind} doesn't exist`);
			if (faults.length >= FAULTS_MAX) throw new RangeError(`at most ${FAULTS_MAX} faults at a time`);
			const added: Fault = {
				id: nextId++,
				part: fault.part,
				kind: fault.kind,
				remaining: fault.remaining ?? null,
				path: fault.path ?? null,
				delayMs: fault.delayMs ?? (fault.kind === 'slow-drip' ? 20 : 2_000),
				retryAfterSec: fault.retryAfterSec ?? 1,
			};
			faults.push(added);
			return added;
		},

		take(part: FaultPart, address: string): Fault | undefined {
			const fault = faults.find((each) => each.part === part && (each.path === null || address.includes(each.path)));
			if (!fault) return undefined;
			if (fault.remaining !== null) fault.remaining -= 1;
			if (fault.remaining === 0) faults = faults.filter((each) => each !== fault);
			return fault;
		},

		clear(which: { id?: number | undefined; part?: FaultPart | undefined } = {}): void {
			faults = faults.filter(
				(each) =>
					(which.id !== undefined && each.id !== which.id) || (which.part !== undefined && each.part !== which.part),
			);
		},
	};
}

type RefusalBody = (status: number, request: FastifyRequest) => unknown;

export function misbehave(app: FastifyInstance, part: FaultPart, faults: Faults, refusalBody: RefusalBody): void {
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
