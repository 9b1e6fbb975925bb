import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../../contract/durations.ts';
import { callError } from '../../contract/refusals.ts';
import type { Clock } from '../lib/clock-and-log.ts';
import { isSameText } from '../lib/secrets/same-text.ts';

export type Sight = {
	/** The visitor's address, used for rate limits and partner checks. */
	address: string;
	peer: string;
	forwarded: string | null;
	/** Null if the limit is unknown. */
	openFiles: number | null;
};

/** Delay of the stream's second event, to detect proxies that buffer streams. */
const HOLD_MS = 4_000;

/** Returns the secret that these routes require. @param nowMs the key is valid for one to two minutes. */
export function reachabilityKey(authSecret: string, nowMs: number): string {
	return createHmac('sha256', authSecret)
		.update(`reachability ${Math.floor(nowMs / MINUTE_MS)}`)
		.digest('base64url');
}

export function reachabilityRoutes(
	app: FastifyInstance,
	{ authSecret, clock, holdMs = HOLD_MS }: { authSecret: string; clock: Clock; holdMs?: number },
): void {
	app.get('/reachability', { exposeHeadRoute: false }, async (request, reply) => {
		const keys = [0, MINUTE_MS].map((agoMs) => `Bearer ${reachabilityKey(authSecret, clock.now() - agoMs)}`);
		if (!keys.some((key) => isSameText(key, request.headers.authorization ?? ''))) {
			throw callError('permission-denied', 'permission-denied');
		}
		const sight: Sight = {
			address: request.ip,
			peer: request.raw.socket.remoteAddress ?? '',
			forwarded: request.headers['x-forwarded-for']?.toString() ?? null,
			openFiles: await openFilesMax(),
		};
		reply
			.header('cache-control', 'no-store')
			.header('x-accel-buffering', 'no')
			.type('text/event-stream; charset=utf-8');
		return Readable.from(twoEvents(JSON.stringify(sight), holdMs));
	});
}

async function* twoEvents(data: string, holdMs: number) {
	yield `data: ${data}\n\n`;
	await sleep(holdMs, undefined, { ref: false });
	yield 'data: {}\n\n';
}

async function openFilesMax(): Promise<number | null> {
	const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
	const [, soft] = /^Max open files +(\d+|unlimited)/m.exec(limits) ?? [];
	return soft === undefined ? null : soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft);
}
