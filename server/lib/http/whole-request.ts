import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

/** Refused before anything of it is believed. */
export class HalfRequest extends Error {
	readonly statusCode = 400;

	constructor() {
		super('the request line is not complete');
		this.name = 'HalfRequest';
	}
}

/**
 * Refuses a request whose line does not end with its version. Node's parser takes `GET /address` for HTTP/0.9, so a line
 * that broke off on its way would be answered as if its address had been meant to end there.
 */
export function requireWholeRequest(
	{ raw }: FastifyRequest,
	_reply: FastifyReply,
	done: HookHandlerDoneFunction,
): void {
	if (raw.httpVersionMajor === 1) done();
	else done(new HalfRequest());
}
