import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

export class HalfRequest extends Error {
	readonly statusCode = 400;

	constructor() {
		super('the request line is incomplete');
		this.name = 'HalfRequest';
	}
}

/** Refuses a line without its version: Node's parser takes one that broke off for HTTP/0.9. */
export function requireWholeRequest(
	{ raw }: FastifyRequest,
	_reply: FastifyReply,
	done: HookHandlerDoneFunction,
): void {
	if (raw.httpVersionMajor === 1) done();
	else done(new HalfRequest());
}
