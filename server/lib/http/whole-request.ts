import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';

export class HalfRequest extends Error {
	override readonly name = 'HalfRequest';
	readonly statusCode = 400;
}

/** Refuses a request line without a version, which Node parses as HTTP/0.9 even if it was cut off. */
export function requireWholeRequest(
	{ raw }: FastifyRequest,
	_reply: FastifyReply,
	done: HookHandlerDoneFunction,
): void {
	if (raw.httpVersionMajor === 1) done();
	else done(new HalfRequest('the request line is incomplete'));
}
