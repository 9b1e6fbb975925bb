import { isIP } from 'node:net';
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

const HEADER = 'x-forwarded-for';
/** `203.0.113.7:4711` and `[2001:db8::7]:4711`, as some proxies write them, with or without quotes. */
const WITH_PORT = /^"?(?:([\d.]+)|\[([^\]]+)\])(?::\d{1,5})?"?$/;

export class NoAddress extends Error {
	readonly statusCode = 403;

	constructor() {
		super('X-Forwarded-For contains no address');
		this.name = 'NoAddress';
	}
}

/**
 * A hook that comes before anything asks for `request.ip`: a port would make a visitor of its own of every connection.
 * Refuses what is no address where an address counts; in front of that, visitors may have written what they like.
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
	// A proxy's own way to say that there is none.
	if (entries.every((entry) => entry === '')) delete headers[HEADER];
	if (isIP(request.ip) !== 0) return undefined;
	// Nothing that is kept of the refusal holds it.
	delete headers[HEADER];
	return new NoAddress();
}

function withoutPort(entry: string): string {
	const [, v4, v6] = WITH_PORT.exec(entry.trim()) ?? [];
	return v4 ?? v6 ?? entry.trim();
}
