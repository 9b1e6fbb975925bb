import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { outcomeIfUnavailable } from '../../lib/db/database.ts';
import { NoAddress } from '../../lib/http/addresses.ts';
import { CALLBACK_ADDRESS_BYTES_MAX, CALLBACK_BODY_BYTES_MAX } from '../../lib/http/callback-limits.ts';
import { HalfRequest, requireWholeRequest } from '../../lib/http/guard-requests.ts';
import { Overloaded } from '../../lib/jobs/batcher.ts';
import { guardWall } from '../walls/protection/wall-guard.ts';
import type { FindWall } from '../walls/wall-changes.ts';
import { placeOf } from './reading/place-of.ts';
import type { PostbackRequest } from './reading/read-request.ts';
import { rejectionReasons } from './received-postback.ts';
import type { EarlyRefusal, PostbackTaker, TakenOutcome } from './take-postback.ts';

const TAKEN_METHODS = ['GET', 'POST'];

/** Lists wrong methods too, so that they are logged. */
const METHODS = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const refusalOf: Partial<Record<TakenOutcome, { status: number; body: string }>> = {
	'bad-signature': { status: 403, body: 'INVALID SIGNATURE' },
	forbidden: { status: 403, body: 'FORBIDDEN' },
	'switched-off': { status: 403, body: 'FORBIDDEN' },
	malformed: { status: 400, body: 'MALFORMED' },
	'not-understood': { status: 400, body: 'MALFORMED' },
	conflict: { status: 409, body: 'CONFLICT' },
	unsupported: { status: 415, body: 'REFUSED' },
};

export async function postbackRoutes(
	app: FastifyInstance,
	{ findWall, taker }: { findWall: FindWall; taker: PostbackTaker },
): Promise<void> {
	async function answer(request: FastifyRequest, reply: FastifyReply) {
		reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store');
		const place = placeOf(request.originalUrl);
		const wall = place && findWall(place.wallId);
		if (!wall) return refuseUnknown(request, reply);
		const isEmpty = request.method === 'POST' && !request.body && !request.originalUrl.includes('?');
		if (!TAKEN_METHODS.includes(request.method) || (isEmpty && wall.partner.arrival === 'query')) {
			reply.header('allow', TAKEN_METHODS.join(', '));
			return refuse(request, reply, 405, 'WRONG METHOD', rejectionReasons.wrongMethod);
		}
		if (request.originalUrl.length > CALLBACK_ADDRESS_BYTES_MAX) {
			return refuse(request, reply, 414, 'ADDRESS TOO LONG', rejectionReasons.addressTooLong);
		}
		const objection = guardWall(wall, place.pathKey, request.ip);
		if (objection) return refuse(request, reply, 403, 'FORBIDDEN', objection);

		const outcome = await taker.take(wall, toPostbackRequest(request));
		if (outcome === 'unknown-user' && wall.partner.refusesUnknownUsers) return reply.code(403).send('UNKNOWN USER');
		const refusal = refusalOf[outcome];
		const { successBody, duplicateBody = successBody } = wall.partner;
		const body = refusal?.body ?? (outcome === 'replayed' ? duplicateBody : successBody);
		return reply.code(refusal?.status ?? 200).send(body);
	}

	async function refuse(request: FastifyRequest, reply: FastifyReply, status: number, body: string, reason: string) {
		const wall = findWall(placeOf(request.originalUrl)?.wallId ?? '');
		if (!wall) return refuseUnknown(request, reply);
		const outcome: EarlyRefusal['outcome'] = status === 403 ? 'forbidden' : 'malformed';
		await taker.refuse(wall, toPostbackRequest(request), { outcome, why: reason });
		return reply.code(status).send(body);
	}

	async function refuseUnknown(request: FastifyRequest, reply: FastifyReply) {
		await taker.refuseUnknown(toPostbackRequest(request));
		return reply.code(404).send('UNKNOWN WALL');
	}

	// Creating a logger per request costs more than reading the request.
	app.setChildLoggerFactory((log) => log);
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: CALLBACK_BODY_BYTES_MAX }, (_request, body, done) =>
		done(null, body),
	);
	app.addHook('onRequest', requireWholeRequest);
	app.addHook('onRequest', hideContentType);
	app.server.prependListener('clientError', createUnparsedLog({ findWall, taker }));
	app.setErrorHandler((error, request, reply) => {
		if (error instanceof Overloaded) return reply.code(503).header('retry-after', 5).send('BUSY');
		const status = (error as { statusCode?: number }).statusCode ?? 500;
		if (status < 500) return refuse(request, reply, status, 'REFUSED', parseErrorOf(error, status));
		// The response lacks the success body, so the partner retries.
		request.log.error({ err: error }, "couldn't store a postback");
		if (outcomeIfUnavailable(error)) return reply.code(503).header('retry-after', 5).send('ERROR');
		return reply.code(500).send('ERROR');
	});
	for (const url of ['/postback', '/postback/*']) {
		app.route({ method: METHODS, url, exposeHeadRoute: false, handler: answer });
	}
}

function hideContentType({ raw }: FastifyRequest, _reply: FastifyReply, done: () => void): void {
	const type = raw.headers['content-type'];
	if (type !== undefined) {
		raw.headers[SENT_TYPE] = type;
		raw.headers['content-type'] = 'application/octet-stream';
	}
	done();
}

const SENT_TYPE = 'x-sent-content-type';

function parseErrorOf(error: unknown, status: number): string {
	if (error instanceof HalfRequest) return rejectionReasons.halfRequest;
	if (error instanceof NoAddress) return rejectionReasons.notThePartner;
	return status === 413 ? rejectionReasons.bodyTooLarge : rejectionReasons.notHttp;
}

function toPostbackRequest(request: FastifyRequest): PostbackRequest {
	const { method, originalUrl, body, ip, headers } = request;
	return {
		method,
		address: originalUrl,
		body: Buffer.isBuffer(body) ? body.toString('latin1') : '',
		ip,
		headers: { ...headers, 'content-type': headers[SENT_TYPE] },
	};
}

const POSTBACK = /^([A-Z]{1,20}) (\/postback[/?][^\r\n]*?)(?: HTTP\/\d.*)?\r?$/m;

/** Logs postbacks that Node answers with 400 or 431 before any route. */
function createUnparsedLog({ findWall, taker }: { findWall: FindWall; taker: PostbackTaker }) {
	return (error: { code?: string; rawPacket?: Buffer }, { remoteAddress = '' }: Socket): void => {
		if (!error.code?.startsWith('HPE_') || !error.rawPacket) return;
		const [, method, address] = POSTBACK.exec(error.rawPacket.toString('latin1').split('\n', 1)[0] ?? '') ?? [];
		if (!method || !address) return;
		const request = { method, address, body: '', ip: remoteAddress, headers: {} };
		const wall = findWall(placeOf(address)?.wallId ?? '');
		const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
		const why = isTooLong ? rejectionReasons.headersTooLong : rejectionReasons.notHttp;
		void (wall ? taker.refuse(wall, request, { outcome: 'malformed', why }) : taker.refuseUnknown(request));
	};
}
