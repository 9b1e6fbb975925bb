import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

const HEADER = 'x-forwarded-for';
const WITH_PORT = /^"?(?:([\d.]+)|\[([^\]]+)\])(?::\d{1,5})?"?$/;

export class NoAddress extends Error {
	override readonly name = 'NoAddress';
	readonly statusCode = 403;
}

/**
 * Strips ports from X-Forwarded-For, which would make every connection a separate visitor. Must run before `request.ip`
 * is read.
 */
export function readForwardedFor(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
	done(refusalOf(request));
}

function refusalOf(request: FastifyRequest): NoAddress | undefined {
	const { headers } = request.raw;
	const sent = headers[HEADER];
	if (sent === undefined) return undefined;
	const entries = String(sent).split(',').map(withoutPort);
	headers[HEADER] = entries.join(', ');
	if (entries.every((entry) => entry === '')) delete headers[HEADER];
	if (isIP(request.ip) !== 0) return undefined;
	// Keeps the header out of logs of the refusal.
	delete headers[HEADER];
	return new NoAddress('X-Forwarded-For contains no address');
}

function withoutPort(entry: string): string {
	const [, v4, v6] = WITH_PORT.exec(entry.trim()) ?? [];
	return v4 ?? v6 ?? entry.trim();
}
