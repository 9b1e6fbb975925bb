import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { CallError } from '../contract/errors.ts';
import { messages } from '../contract/messages.ts';
import type { Dependencies } from './dependencies.ts';
import { sendCallError } from './lib/http/calls.ts';

const BODY_BYTES_MAX = 64 * 1024;
const PARAMETER_LENGTH_MAX = 300;
const REQUEST_TIMEOUT_MS = 30_000;
const CORS_MAX_AGE_S = 600;

/** The application: everything but a port, so tests build exactly what runs. */
export async function createApp(deps: Dependencies): Promise<FastifyInstance> {
	const { config, log } = deps;
	const app = fastify({
		loggerInstance: log,
		trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
		bodyLimit: BODY_BYTES_MAX,
		requestTimeout: REQUEST_TIMEOUT_MS,
		routerOptions: { maxParamLength: PARAMETER_LENGTH_MAX },
		// Its own lines hold whole addresses, and addresses hold signatures and one-time tokens.
		disableRequestLogging: true,
	});
	app.addHook('onResponse', logResponse);
	app.setErrorHandler(answerError);

	await app.register(helmet, {
		// Pages bring a policy with the hashes of their scripts; everything else may load nothing.
		contentSecurityPolicy: {
			useDefaults: false,
			directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
		},
		referrerPolicy: { policy: 'no-referrer' },
		strictTransportSecurity: config.publicUrl.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: true },
		crossOriginEmbedderPolicy: false,
	});
	await app.register(cors, {
		origin: [...config.corsOrigins],
		methods: ['GET', 'POST', 'PATCH'],
		allowedHeaders: ['authorization', 'content-type', 'last-event-id', 'x-firebase-appcheck', 'firebase-instance-id-token'],
		maxAge: CORS_MAX_AGE_S,
	});
	return app;
}

/** One line a request, without the query: that is where secrets travel. */
async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
	const path = request.url.split('?')[0];
	const level = reply.statusCode >= 500 ? 'error' : 'debug';
	request.log[level](
		{ method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
		'answered',
	);
}

/** The one place that decides what of an error reaches a caller: expected refusals in full, everything else blank. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
	if (error instanceof CallError) return sendCallError(reply, error);
	const status = (error as { statusCode?: number }).statusCode ?? 500;
	if (status >= 400 && status < 500) {
		request.log.info({ err: error }, 'request not readable');
		return sendCallError(reply, new CallError('invalid-argument', messages.badRequest));
	}
	request.log.error({ err: error, method: request.method, path: request.url.split('?')[0] }, 'request failed');
	return sendCallError(reply, new CallError('internal', messages.internal));
}

export function healthRoutes(app: FastifyInstance, { isReady }: { isReady(): Promise<boolean> }): void {
	app.get('/healthz', async () => ({ status: 'ok' }));
	app.get('/readyz', async (_request, reply) => {
		if (await isReady()) return { status: 'ready' };
		return reply.code(503).send({ status: 'not ready: the database does not answer' });
	});
}
