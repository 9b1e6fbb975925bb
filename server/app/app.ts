import { join } from 'node:path';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify';
import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import { deviceInWords } from '../accounts/sessions/device.ts';
import { awayFrom } from '../lib/db/database-away.ts';
import { callerOf } from '../lib/http/actor.ts';
import { bindCalls, sendCallError } from '../lib/http/calls.ts';
import { bindData } from '../lib/http/data.ts';
import { endOnClose } from '../lib/http/end-on-close.ts';
import { readForwardedFor } from '../lib/http/forwarded-for.ts';
import { refuseBrokenText } from '../lib/http/refuse-broken-text.ts';
import { requireWholeRequest } from '../lib/http/whole-request.ts';
import { createFrameOrigins } from '../offerwalls/walls/wall-frame.ts';
import { measureRequests } from '../operations/routes.ts';
import type { Dependencies } from './dependencies.ts';
import { type BoundFeatures, bindFeatures } from './features.ts';
import { secureHeaders } from './secure-headers.ts';
import { webPages } from './web-pages.ts';

const BODY_BYTES_MAX = 64 * 1024;
/** In characters, as long as an address: a longer part would be no address of ours, but a page that is not there. */
const PARAMETER_LENGTH_MAX = 8 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** A stop waits this long for who is still asking or reading, and for work of ours longer than a call to a vendor takes. */
const STOP_LIMITS = { readMs: 2_000, workMs: 20_000 };
const RETRY_AFTER_SECONDS = 5;
const WEB_FOLDER = join(import.meta.dirname, '../../build/client');

/** Everything but a port, so tests build exactly what runs. */
export async function createApp(deps: Dependencies, webFolder = WEB_FOLDER): Promise<FastifyInstance> {
	const app = createServer(deps);
	const features = bindFeatures(deps);
	app.addHook('onReady', features.prepare);
	await features.registerRoutes(app, 'bareRoutes');
	await app.register(site, { deps, features, webFolder });
	return app;
}

async function site(
	app: FastifyInstance,
	{ deps, features, webFolder }: { deps: Dependencies; features: BoundFeatures; webFolder: string },
): Promise<void> {
	await secureHeaders(app, deps.config);
	app.addHook('onRequest', requireWholeRequest);
	app.addHook('preValidation', refuseBrokenText);
	app.addHook('onResponse', logResponse);

	measureRequests(app, deps);
	bindCalls(app, features.calls, deps.identity.authenticate);
	bindData(app, features.data, deps.identity.authenticate);
	await features.registerRoutes(app, 'routes');
	const { publicUrl, imageOrigins } = deps.config;
	const frameOriginOf = createFrameOrigins(deps.walls, publicUrl);
	await webPages(app, { folder: webFolder, publicUrl, imageOrigins, frameOriginOf });
}

function createServer({ config, log, events }: Dependencies): FastifyInstance {
	const app: FastifyInstance = fastify({
		loggerInstance: log,
		trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
		bodyLimit: BODY_BYTES_MAX,
		requestTimeout: REQUEST_TIMEOUT_MS,
		rewriteUrl: hidePostbackQuery,
		routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
		// Its own lines hold whole addresses, and addresses hold signatures and one-time tokens.
		logController: new LogController({ disableRequestLogging: true }),
		return503OnClosing: true,
		// What is refused before there is a route, such as an address that cannot be decoded.
		frameworkErrors: answerError,
	});
	endOnClose(app, STOP_LIMITS);
	app.addHook('onRequest', readForwardedFor);
	// A form of another site can send text without asking first; everything here is JSON, or has a parser of its own.
	app.removeContentTypeParser('text/plain');
	app.setErrorHandler((error, request, reply) => {
		if (error instanceof CallError) noteRefusal(events, error, request);
		return answerError(error, request, reply);
	});
	return app;
}

/** What partners send is read from the text as it came, and strictly; a general parser would read it before, for nothing. */
function hidePostbackQuery({ url = '/' }: { url?: string | undefined }): string {
	const query = url.startsWith('/postback/') ? url.indexOf('?') : -1;
	return query < 0 ? url : url.slice(0, query);
}

/** One line a request, without the query: that is where secrets travel. */
async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	const level = reply.statusCode >= 500 ? 'error' : 'debug';
	const facts = { method: request.method, path: pathOf(request), status: reply.statusCode };
	request.log[level]({ ...facts, ms: Math.round(reply.elapsedTime) }, 'answered');
}

/** The one place that decides what of an error reaches a caller: expected refusals in full, everything else blank. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	if (error instanceof CallError) return sendCallError(reply, error);
	const status = (error as { statusCode?: number }).statusCode ?? 500;
	if (status >= 400 && status < 500) {
		request.log.info({ err: error, path: pathOf(request) }, 'malformed request');
		return sendCallError(reply, new CallError('invalid-argument', refusal('bad-request')));
	}
	request.log.error({ err: error, method: request.method, path: pathOf(request) }, 'request failed');
	const away = awayFrom(error);
	if (away) return sendCallError(reply, databaseAway(away));
	return sendCallError(reply, new CallError('internal', refusal('internal')));
}

/** A change that may have been made all the same has another code: a client then looks before it asks again. */
function databaseAway(away: 'nothing-done' | 'unknown'): CallError {
	const details = { retryAfter: RETRY_AFTER_SECONDS };
	if (away === 'nothing-done') return new CallError('unavailable', refusal('database-away'), details);
	return new CallError('deadline-exceeded', refusal('outcome-unknown'), details);
}

function noteRefusal(events: Dependencies['events'], { code, details }: CallError, request: FastifyRequest): void {
	const isDenied = code === 'permission-denied' || (code === 'unauthenticated' && request.headers.authorization);
	if (!isDenied) return;
	const { reason } = (details ?? {}) as { reason?: unknown };
	const device = deviceInWords(request.headers['user-agent'] ?? null);
	const outcome = typeof reason === 'string' ? reason : code;
	// Of an account that may be gone nothing is kept: only who is there is denied.
	const uid = code === 'permission-denied' ? callerOf(request) : undefined;
	events.note({ source: 'refusal', what: pathOf(request), outcome, uid, ip: request.ip, device });
}

function pathOf(request: FastifyRequest): string {
	return request.url.split('?', 1)[0] ?? '';
}
