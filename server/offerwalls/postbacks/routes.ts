import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { outcomeIfUnavailable } from '../../lib/db/database-unavailable.ts';
import { CALLBACK_ADDRESS_BYTES_MAX, CALLBACK_BODY_BYTES_MAX } from '../../lib/http/callback-limits.ts';
import { NoAddress } from '../../lib/http/forwarded-for.ts';
import { HalfRequest, requireWholeRequest } from '../../lib/http/whole-request.ts';
import { Overloaded } from '../../lib/jobs/batcher.ts';
import type { Wall } from '../walls/wall.ts';
import type { FindWall } from '../walls/wall-changes.ts';
import { guardWall } from '../walls/wall-guard.ts';
import { createOverlongHeadLog } from './overlong-head.ts';
import { type PostbackOutcome, rejectionReasons } from './received-postback.ts';
import type { EarlyRefusal, PostbackRequest, PostbackTaker } from './take-postback.ts';

type PostbackParams = { wallId: string; pathKey?: string };
type Postback = FastifyRequest<{ Params: PostbackParams }>;

/** Includes wrong methods, to log them. */
const METHODS = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const refusalOf: Partial<Record<PostbackOutcome, { status: number; body: string }>> = {
	'bad-signature': { status: 403, body: 'INVALID SIGNATURE' },
	forbidden: { status: 403, body: 'FORBIDDEN' },
	'switched-off': { status: 403, body: 'FORBIDDEN' },
	malformed: { status: 400, body: 'MALFORMED' },
	'not-understood': { status: 400, body: 'MALFORMED' },
	conflict: { status: 409, body: 'CONFLICT' },
};

/** Bodies stay raw, as signed. Requests for unknown walls are not logged, because their secrets could not be masked. */
export async function postbackRoutes(
	app: FastifyInstance,
	{ findWall, taker }: { findWall: FindWall; taker: PostbackTaker },
): Promise<void> {
	async function answer(request: Postback, reply: FastifyReply) {
		reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store');
		const { pathKey } = request.params;
		const wall = findWall(request.params.wallId);
		if (!wall) return reply.code(404).send('UNKNOWN WALL');
		const method = wall.partner.arrival === 'query' ? 'GET' : 'POST';
		if (request.method !== method) {
			return refuse(request, reply.header('allow', method), 405, 'WRONG METHOD', rejectionReasons.wrongMethod(method));
		}
		if (request.originalUrl.length > CALLBACK_ADDRESS_BYTES_MAX) {
			return refuse(request, reply, 414, 'ADDRESS TOO LONG', rejectionReasons.addressTooLong);
		}
		const objection = guardWall(wall, pathKey, request.ip);
		if (objection) return refuse(request, reply, 403, 'FORBIDDEN', objection);

		const outcome = await taker.take(wall, toPostbackRequest(request));
		if (outcome === 'unknown-user' && wall.partner.refusesUnknownUsers) return reply.code(403).send('UNKNOWN USER');
		const refusal = refusalOf[outcome];
		return reply.code(refusal?.status ?? 200).send(refusal?.body ?? acknowledgement(wall, outcome));
	}

	async function refuse(request: Postback, reply: FastifyReply, status: number, body: string, reason: string) {
		const wall = findWall(request.params?.wallId ?? '');
		if (!wall) return reply.code(404).send('UNKNOWN WALL');
		const outcome: EarlyRefusal['outcome'] = status === 403 ? 'forbidden' : 'malformed';
		await taker.refuse(wall, toPostbackRequest(request), { outcome, why: reason });
		return reply.code(status).send(body);
	}

	// A logger per request costs more than reading it.
	app.setChildLoggerFactory((log) => log);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: CALLBACK_BODY_BYTES_MAX }, (_request, body, done) =>
		done(null, body),
	);
	app.addHook('onRequest', requireWholeRequest);
	app.server.prependListener('clientError', createOverlongHeadLog({ findWall, taker }));
	app.setErrorHandler((error, request, reply) => {
		if (error instanceof Overloaded) return reply.code(503).header('retry-after', 5).send('BUSY');
		const status = (error as { statusCode?: number }).statusCode ?? 500;
		if (status < 500) return refuse(request as Postback, reply, status, 'REFUSED', parseErrorOf(error, status));
		// Respond without the success body, so that the partner retries.
		request.log.error({ err: error }, "couldn't store a postback");
		if (outcomeIfUnavailable(error)) return reply.code(503).header('retry-after', 5).send('ERROR');
		return reply.code(500).send('ERROR');
	});
	for (const url of ['/postback/:wallId', '/postback/:wallId/:pathKey']) {
		app.route({ method: METHODS, url, exposeHeadRoute: false, handler: answer });
	}
}

function acknowledgement({ partner }: Wall, outcome: PostbackOutcome): string {
	return outcome === 'replayed' ? (partner.duplicateBody ?? partner.successBody) : partner.successBody;
}

function parseErrorOf(error: unknown, status: number): string {
	if (error instanceof HalfRequest) return rejectionReasons.halfRequest;
	if (error instanceof NoAddress) return rejectionReasons.notThePartner;
	return status === 413 ? rejectionReasons.bodyTooLarge : rejectionReasons.notHttp;
}

function toPostbackRequest(request: FastifyRequest): PostbackRequest {
	return {
		method: request.method,
		address: request.originalUrl,
		parameters: rawParameters(request),
		ip: request.ip,
		header: (name) => oneHeader(request, name),
	};
}

function oneHeader(request: FastifyRequest, name: string): string | undefined {
	const value = request.headers[name];
	return typeof value === 'string' ? value : undefined;
}

function rawParameters(request: FastifyRequest): string {
	if (request.method !== 'GET') return typeof request.body === 'string' ? request.body : '';
	const start = request.originalUrl.indexOf('?');
	return start < 0 ? '' : request.originalUrl.slice(start + 1);
}
