import { join } from 'node:path';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify';
import { CallError } from '../../contract/errors.ts';
import { WORK_HEADER } from '../../contract/limits.ts';
import { callError, refusal } from '../../contract/refusals.ts';
import { deviceInWords } from '../accounts/sessions/device.ts';
import { WalletClosed } from '../ledger/errors.ts';
import { outcomeIfUnavailable } from '../lib/db/database.ts';
import { readForwardedFor } from '../lib/http/addresses.ts';
import { callerOf } from '../lib/http/callers.ts';
import { bindCalls, bindData, sendCallError } from '../lib/http/calls.ts';
import { endOnClose, endSlowBodies, refuseBrokenText, requireWholeRequest } from '../lib/http/guard-requests.ts';
import { createFrameOrigins } from '../offerwalls/walls/wall-frame.ts';
import { measureRequests } from '../operations/routes.ts';
import type { Config } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import { type BoundFeatures, bindFeatures } from './features.ts';
import { type PageFolders, webPages } from './web-pages.ts';

const BODY_BYTES_MAX = 64 * 1024;
/** As long as a URL may be, so that a long parameter leads to a 404. */
const PARAMETER_LENGTH_MAX = 8 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
const BODY_PACE = { patienceMs: 10_000, stepBytes: BODY_BYTES_MAX };
/** Time limits of a stop in ms. `workMs` is longer than a vendor call. */
const STOP_LIMITS = { readMs: 2_000, workMs: 20_000 };
const RETRY_AFTER_SECONDS = 5;
const WEB_FOLDER = join(import.meta.dirname, '../../build/client');

export async function createApp(deps: Dependencies, pages: PageFolders = [WEB_FOLDER]): Promise<FastifyInstance> {
	const app = createServer(deps);
	const features = bindFeatures(deps);
	app.addHook('onReady', features.prepare);
	await features.registerRoutes(app, 'bareRoutes');
	await app.register(site, { deps, features, pages });
	return app;
}

async function site(
	app: FastifyInstance,
	{ deps, features, pages }: { deps: Dependencies; features: BoundFeatures; pages: PageFolders },
): Promise<void> {
	await secureHeaders(app, deps.config);
	app.addHook('onRequest', requireWholeRequest);
	app.addHook('preValidation', refuseBrokenText);
	app.addHook('onResponse', logResponse);

	measureRequests(app, deps);
	const { calls, takeFromLimits } = features;
	bindCalls(app, calls, { authenticate: deps.identity.authenticate, takeFromLimits });
	bindData(app, features.data, { ...deps.identity, findByAlias: deps.findByAlias });
	await features.registerRoutes(app, 'routes');
	const { publicUrl, imageOrigins, languages } = deps.config;
	const frameOriginOf = createFrameOrigins(deps.walls, publicUrl);
	await webPages(app, { folders: pages, languages, publicUrl, imageOrigins, frameOriginOf });
}

function createServer({ config, log, events }: Dependencies): FastifyInstance {
	const app: FastifyInstance = fastify({
		loggerInstance: log,
		trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
		bodyLimit: BODY_BYTES_MAX,
		requestTimeout: REQUEST_TIMEOUT_MS,
		rewriteUrl: hidePostbackQuery,
		routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
		// Fastify would log full URLs, with signatures and one-time tokens.
		logController: new LogController({ disableRequestLogging: true }),
		return503OnClosing: true,
		frameworkErrors: answerError,
	});
	endOnClose(app, STOP_LIMITS);
	endSlowBodies(app, BODY_PACE);
	app.addHook('onRequest', readForwardedFor);
	// Other sites can send text/plain forms without a CORS preflight.
	app.removeContentTypeParser('text/plain');
	app.setErrorHandler((thrown, request, reply) => {
		const isOfDeletedCaller = thrown instanceof WalletClosed && thrown.uid === callerOf(request);
		const error = isOfDeletedCaller ? callError('unauthenticated', 'must-be-logged-in') : thrown;
		if (error instanceof CallError) noteRefusal(events, error, request);
		return answerError(error, request, reply);
	});
	return app;
}

/** Hides the query from Fastify: postbacks parse it strictly from the raw text. */
function hidePostbackQuery({ url = '/' }: { url?: string | undefined }): string {
	const query = url.startsWith('/postback/') ? url.indexOf('?') : -1;
	return query < 0 ? url : url.slice(0, query);
}

async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	const level = reply.statusCode >= 500 ? 'error' : 'debug';
	const facts = { method: request.method, path: pathOf(request), status: reply.statusCode };
	request.log[level]({ ...facts, ms: Math.round(reply.elapsedTime) }, 'answered');
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	if (error instanceof CallError) return sendCallError(reply, error);
	const status = (error as { statusCode?: number }).statusCode ?? 500;
	if (status >= 400 && status < 500) {
		request.log.info({ err: error, path: pathOf(request) }, 'malformed request');
		return sendCallError(reply, callError('invalid-argument', 'bad-request'));
	}
	request.log.error({ err: error, method: request.method, path: pathOf(request) }, 'request failed');
	const databaseOutcome = outcomeIfUnavailable(error);
	if (databaseOutcome) return sendCallError(reply, databaseUnavailable(databaseOutcome));
	return sendCallError(reply, callError('internal', 'internal'));
}

/** If the outcome is unknown, uses another code, so that clients check before they retry. */
function databaseUnavailable(databaseOutcome: 'nothing-done' | 'unknown'): CallError {
	const details = { retryAfter: RETRY_AFTER_SECONDS };
	if (databaseOutcome === 'nothing-done') return new CallError('unavailable', refusal('database-away'), details);
	return new CallError('deadline-exceeded', refusal('outcome-unknown'), details);
}

function noteRefusal(events: Dependencies['events'], { code, details }: CallError, request: FastifyRequest): void {
	const isDenied = code === 'permission-denied' || (code === 'unauthenticated' && request.headers.authorization);
	if (!isDenied) return;
	const { reason } = (details ?? {}) as { reason?: unknown };
	const device = deviceInWords(request.headers['user-agent'] ?? null);
	const outcome = typeof reason === 'string' ? reason : code;
	const uid = code === 'permission-denied' ? callerOf(request) : undefined;
	events.note({ source: 'refusal', what: pathOf(request), outcome, uid, ip: request.ip, device });
}

function pathOf(request: FastifyRequest): string {
	const path = request.url.split('?', 1)[0] ?? '';
	return path.replace(/^(\/postback\/[^/]*\/).*/s, '$1***');
}

type HeaderConfig = Pick<Config, 'publicUrl' | 'corsOrigins'>;

const CORS_MAX_AGE_S = 600;
const HSTS_MAX_AGE_S = 31_536_000;
const DENIED_FEATURES =
	'accelerometer browsing-topics camera display-capture geolocation gyroscope hid idle-detection local-fonts ' +
	'magnetometer microphone midi payment serial usb xr-spatial-tracking';
const PERMISSIONS_POLICY = DENIED_FEATURES.replaceAll(' ', '=(), ').concat('=()');

async function secureHeaders(app: FastifyInstance, config: HeaderConfig): Promise<void> {
	app.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', PERMISSIONS_POLICY));
	await app.register(helmet, {
		// Pages get their policy, with hashes of scripts, in web-pages.ts.
		contentSecurityPolicy: {
			useDefaults: false,
			directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
		},
		referrerPolicy: { policy: 'no-referrer' },
		strictTransportSecurity: config.publicUrl.startsWith('https:')
			? { maxAge: HSTS_MAX_AGE_S, includeSubDomains: true }
			: false,
	});
	const options = {
		origin: [...config.corsOrigins],
		methods: ['GET', 'POST', 'PATCH'],
		allowedHeaders: [
			'authorization',
			'content-type',
			'last-event-id',
			'x-firebase-appcheck',
			'firebase-instance-id-token',
			WORK_HEADER,
		],
		exposedHeaders: ['retry-after', WORK_HEADER],
		maxAge: CORS_MAX_AGE_S,
	};
	await app.register(cors, {
		// Cross-origin requests may include credentials only under /auth, which alone uses a cookie.
		delegator: (request, answer) =>
			answer(null, { ...options, credentials: request.url?.startsWith('/auth/') === true }),
	});
}
