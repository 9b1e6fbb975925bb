import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Overloaded } from '../lib/batcher.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import type { CallbackOutcome } from './callback.ts';
import { getOfferHistory, type OfferHistoryDeps } from './get-offer-history.ts';
import { getOfferwalls, type OfferwallsDeps } from './get-offerwalls.ts';
import type { PostbackTaker } from './take-postback.ts';
import type { Wall } from './wall.ts';
import { createWallGuard } from './wall-guard.ts';

export function offerwallCalls(deps: OfferHistoryDeps & OfferwallsDeps) {
	return {
		getOfferwalls: (_input, { actor }) => getOfferwalls(deps, actor.uid),
		getOfferHistory: (page, { actor }) => getOfferHistory(deps, actor.uid, page),
	} satisfies Partial<CallHandlers>;
}

type PostbackParams = { wallId: string; pathKey?: string };

const BODY_BYTES_MAX = 64 * 1024;
const ADDRESS_BYTES_MAX = 8 * 1024;

/** Answers that are not the partner's success body. */
const refusalOf: Partial<Record<CallbackOutcome, { status: number; body: string }>> = {
	'bad-signature': { status: 403, body: 'INVALID SIGNATURE' },
	forbidden: { status: 403, body: 'FORBIDDEN' },
	'switched-off': { status: 403, body: 'FORBIDDEN' },
	malformed: { status: 400, body: 'MALFORMED' },
	conflict: { status: 409, body: 'CONFLICT' },
};

/** The partners' door: `GET|POST /postback/{wallId}[/{pathKey}]`. Bodies are kept as the text that was signed. */
export async function postbackRoutes(
	app: FastifyInstance,
	{ walls, taker }: { walls: readonly Wall[]; taker: PostbackTaker },
): Promise<void> {
	const wallsById = new Map(walls.map((wall) => [wall.id, wall]));
	const guard = createWallGuard(walls);

	async function answer(request: FastifyRequest<{ Params: PostbackParams }>, reply: FastifyReply) {
		reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store');
		if (request.originalUrl.length > ADDRESS_BYTES_MAX) return reply.code(414).send('ADDRESS TOO LONG');
		const wall = wallsById.get(request.params.wallId);
		if (!wall) return reply.code(404).send('UNKNOWN WALL');
		if (request.method !== (wall.partner.arrival === 'query' ? 'GET' : 'POST'))
			return reply.code(405).send('WRONG METHOD');

		const callback = {
			method: request.method,
			address: request.originalUrl,
			parameters: rawParameters(request),
			ip: request.ip,
			header: (name: string) => oneHeader(request, name),
		};
		const objection = guard(wall, request.params.pathKey, request.ip);
		if (objection) {
			await taker.refuse(wall, callback, objection);
			return reply.code(403).send('FORBIDDEN');
		}
		const outcome = await taker.take(wall, callback);
		if (outcome === 'unknown-user' && wall.partner.refusesUnknownUsers) return reply.code(403).send('UNKNOWN USER');
		const refusal = refusalOf[outcome];
		return reply.code(refusal?.status ?? 200).send(refusal?.body ?? wall.partner.successBody);
	}

	// A logger of its own for each request costs more than reading it.
	app.setChildLoggerFactory((log) => log);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) =>
		done(null, body),
	);
	app.setErrorHandler((error, request, reply) => {
		if (error instanceof Overloaded) return reply.code(503).header('retry-after', 5).send('BUSY');
		const status = (error as { statusCode?: number }).statusCode ?? 500;
		if (status < 500) return reply.code(status).send('REFUSED');
		// Not the partner's success body: it will send the callback again.
		request.log.error({ err: error }, 'postback could not be kept');
		return reply.code(500).send('ERROR');
	});
	for (const url of ['/postback/:wallId', '/postback/:wallId/:pathKey']) {
		app.route({ method: ['GET', 'POST'], url, exposeHeadRoute: false, handler: answer });
	}
}

/** A header that is there once. */
function oneHeader(request: FastifyRequest, name: string): string | undefined {
	const value = request.headers[name];
	return typeof value === 'string' ? value : undefined;
}

/** What the partner sent: the query as it was, or the form or JSON in the body. */
function rawParameters(request: FastifyRequest): string {
	if (request.method === 'POST') return typeof request.body === 'string' ? request.body : '';
	const start = request.originalUrl.indexOf('?');
	return start < 0 ? '' : request.originalUrl.slice(start + 1);
}
