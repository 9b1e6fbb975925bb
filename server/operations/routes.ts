import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { callError } from '../../contract/refusals.ts';
import type { Clock } from '../lib/clock.ts';
import type { BoundGauge } from '../lib/feature.ts';
import { inRanges } from '../lib/http/address-ranges.ts';
import { routeOf } from '../lib/http/data.ts';
import type { LoadShedding } from '../lib/jobs/load-shedding.ts';
import { isSameText } from '../lib/secrets/same-text.ts';
import { type ApiDocsDeps, apiDocs } from './api-docs.ts';
import type { Metrics } from './metrics.ts';
import { reachabilityRoutes } from './reachability.ts';
import { readSiteMetrics } from './site-metrics.ts';

export type OperationsDeps = ApiDocsDeps & {
	metrics: Metrics;
	gauges: readonly BoundGauge[];
	whyNotReady: () => Promise<string | undefined>;
	clock: Clock;
	config: { metricsToken: string | undefined; authSecret: string };
};

export async function operationsRoutes(app: FastifyInstance, deps: OperationsDeps): Promise<void> {
	const { metrics, gauges, whyNotReady, config } = deps;
	app.get('/healthz', async () => ({ status: 'ok' }));
	app.get('/readyz', async (_request, reply) => {
		const reason = await whyNotReady();
		return reason === undefined ? { status: 'ready' } : reply.code(503).send({ status: `not ready: ${reason}` });
	});
	app.get('/metrics', async (request, reply) => {
		if (!mayReadMetrics(request, config.metricsToken)) {
			throw callError('permission-denied', 'permission-denied');
		}
		reply.header('cache-control', 'no-store').type(metrics.contentType);
		return (await metrics.read()) + (await readSiteMetrics(gauges));
	});
	reachabilityRoutes(app, { authSecret: config.authSecret, clock: deps.clock });
	await app.register(apiDocs, deps);
}

export function measureRequests(
	app: FastifyInstance,
	{ metrics, loadShedding }: { metrics: Metrics; loadShedding: LoadShedding },
): void {
	app.addHook('onRequest', async (request) => {
		if (isStream(request)) metrics.streamOpened();
		else loadShedding.arrived();
	});
	app.addHook('onResponse', async (request: FastifyRequest, reply: FastifyReply) => {
		// Leaves out streams, whose duration is no latency.
		if (isStream(request)) return metrics.streamClosed();
		loadShedding.left();
		const { method } = request;
		metrics.answered({
			method,
			route: routeName(request),
			status: reply.statusCode,
			seconds: reply.elapsedTime / 1000,
		});
	});
}

/** Returns one of a few hundred names, to limit the metric's labels. */
function routeName({ routeOptions, params, is404 }: FastifyRequest): string {
	const { url } = routeOptions;
	if (is404 || url === undefined) return 'page';
	if (!url.endsWith('/:name')) return url;
	const path = `/api/${(params as { name?: string }).name}`;
	return Object.hasOwn(endpoints, `POST ${path}`) ? path : '/api/unknown';
}

const streams: ReadonlySet<string> = new Set(
	Object.entries<Endpoint>(endpoints).flatMap(([address, { answerType }]) =>
		answerType === 'text/event-stream' ? [routeOf(address).url] : [],
	),
);

function isStream({ routeOptions }: FastifyRequest): boolean {
	return streams.has(routeOptions.url ?? '');
}

const FORWARDING =
	/forwarded|^via$|^cdn-loop$|-ip$|-addr(ess)?$|^x-(request|correlation|amzn?)-|^x-(azure|appengine|envoy|vercel)-|^(cf|fly|fastly|akamai|true-client)-/;

const isLoopback = inRanges(['127.0.0.0/8', '::1']);

/** If a token is set, it is always required. Requests through a local proxy count as remote. */
function mayReadMetrics({ raw, headers }: FastifyRequest, token: string | undefined): boolean {
	if (token) return isSameText(`Bearer ${token}`, headers.authorization ?? '');
	const isPassedOn = Object.keys(headers).some((name) => FORWARDING.test(name));
	return !isPassedOn && isLoopback(raw.socket.remoteAddress ?? '');
}
