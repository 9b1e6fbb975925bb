import type { SwaggerTransformObject } from '@fastify/swagger';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Gauge, Registry } from 'prom-client';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { CallError } from '../../contract/errors.ts';
import { callError } from '../../contract/refusals.ts';
import type { Clock } from '../lib/clock-and-log.ts';
import type { Database } from '../lib/db/database.ts';
import type { BoundGauge } from '../lib/feature.ts';
import { freeBytes } from '../lib/folders.ts';
import { type Authenticate, isLoopback, requirePermission } from '../lib/http/callers.ts';
import { routeOf } from '../lib/http/calls.ts';
import type { LoadShedding } from '../lib/jobs/load-shedding.ts';
import { WAL_SEGMENT_BYTES } from '../lib/postgres/settings.ts';
import { isSameText } from '../lib/secrets/same-text.ts';
import type { Metrics } from './metrics.ts';
import { describeInterface } from './openapi.ts';
import { reachabilityRoutes } from './reachability.ts';

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
		if (!mayReadMetrics(request, config.metricsToken)) throw callError('permission-denied', 'permission-denied');
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

/** If a token is set, it is always required. Requests through a local proxy count as remote. */
function mayReadMetrics({ raw, headers }: FastifyRequest, token: string | undefined): boolean {
	if (token) return isSameText(`Bearer ${token}`, headers.authorization ?? '');
	const isPassedOn = Object.keys(headers).some((name) => FORWARDING.test(name));
	return !isPassedOn && isLoopback(raw.socket.remoteAddress ?? '');
}

type Figures = Awaited<ReturnType<BoundGauge['read']>>;

/** If a gauge fails, only `lootpass_database_up` has a value. */
export async function readSiteMetrics(gauges: readonly BoundGauge[]): Promise<string> {
	const registry = new Registry();
	const registers = [registry];
	const figures = await readAll(gauges).catch(() => undefined);
	for (const { name, help, labels = [] } of gauges) {
		const gauge = new Gauge({ name, help, labelNames: labels, registers });
		if (labels.length === 0) gauge.remove();
		for (const { labels: of = {}, value } of figures?.get(name) ?? []) gauge.set(of, value);
	}
	const up = new Gauge({ name: 'lootpass_database_up', help: '1 if the database responds', registers });
	up.set(figures ? 1 : 0);
	return registry.metrics();
}

/** Reads one gauge after another, so that a scrape uses one connection at most. */
async function readAll(gauges: readonly BoundGauge[]): Promise<Map<string, Figures>> {
	const figures = new Map<string, Figures>();
	for (const { name, read } of gauges) figures.set(name, await read());
	return figures;
}

type ApiDocsDeps = { identity: { authenticate: Authenticate }; config: { publicUrl: string; brand: string } };

/** The same policy as for the site's pages (`web-pages.ts`). */
const POLICY = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"connect-src 'self'",
	"font-src 'self'",
	"form-action 'self'",
	"base-uri 'none'",
	"frame-ancestors 'none'",
].join('; ');

type Description = ReturnType<SwaggerTransformObject>;

/** Describes admin calls only to staff, because they would be a map for attackers. */
async function apiDocs(app: FastifyInstance, { identity, config }: ApiDocsDeps): Promise<void> {
	const { brand: title, publicUrl } = config;
	const describe = (forStaff: boolean) => describeInterface({ title, publicUrl, forStaff }) as Description;
	const staff = new WeakSet<FastifyRequest>();
	let forStaff: Description | undefined;
	// Generated on demand, because that is slow. The library would describe all calls as one route.
	await app.register(swagger, {
		openapi: { openapi: '3.1.0' },
		hideUntagged: true,
		transformObject: () => describe(false),
	});
	await app.register(swaggerUi, {
		routePrefix: '/api-docs',
		staticCSP: POLICY,
		logLevel: 'warn',
		uiHooks: {
			preHandler: async (request, reply) => {
				if (!(await isStaff(identity.authenticate, request))) return;
				staff.add(request);
				reply.header('cache-control', 'no-store');
			},
		},
		transformSpecificationClone: false,
		transformSpecification(publicOnly, request) {
			if (!staff.has(request)) return publicOnly;
			forStaff ??= describe(true);
			return forStaff;
		},
		// Hides the library's top bar, which can load other descriptions.
		theme: { title, css: [{ filename: 'page.css', content: '.swagger-ui .topbar { display: none }' }] },
	});
}

async function isStaff(authenticate: Authenticate, request: FastifyRequest): Promise<boolean> {
	try {
		const actor = await authenticate(request);
		if (!actor) return false;
		requirePermission(actor, 'read-dashboard');
		return true;
	} catch (error) {
		if (error instanceof CallError) return false;
		throw error;
	}
}

type Deps = { db: Database; config: { databaseUrl: string | undefined; dataDir: string } };

export async function whyNotReady({ db, config }: Deps): Promise<string | undefined> {
	try {
		await sql`select 1`.execute(db);
	} catch {
		return "the database doesn't respond";
	}
	// With less space, PostgreSQL can't create the next WAL segment.
	const isFull = db.isDiskFull || (!config.databaseUrl && (await freeBytes(config)) < WAL_SEGMENT_BYTES);
	return isFull ? 'the disk is full' : undefined;
}
