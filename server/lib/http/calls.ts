import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Call } from '../../../contract/call.ts';
import { type CallName, calls } from '../../../contract/calls.ts';
import { keyNeedsOf } from '../../../contract/connect/key-access.ts';
import { type DataAddress, dataEndpoints } from '../../../contract/data.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type CallError, callErrorHttp } from '../../../contract/errors.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Caller, DataCaller } from '../feature.ts';
import { type Actor, type Authenticate, requirePermission, siteOf, tooOften } from './callers.ts';
import { refuseInput } from './refuse-input.ts';

export type BoundData = Readonly<Record<string, (input: never, caller: DataCaller) => Promise<unknown>>>;

export type RunData = (address: DataAddress, query: unknown, actor: Actor) => Promise<unknown>;

export function createRunData(handlers: BoundData): RunData {
	return async (address, given, actor) => {
		const { permission, query, answer }: Endpoint = dataEndpoints[address];
		if (typeof permission !== 'string' || !query || !answer) throw new Error(`${address} needs its own request`);
		requirePermission(actor, permission);
		return answer.parse(await handlers[address]?.(parse(query, given) as never, { actor } as DataCaller));
	};
}

type DataDeps = { authenticate: Authenticate; findByAlias: (id: string) => Promise<string | undefined> };

export function bindData(app: FastifyInstance, handlers: BoundData, deps: DataDeps): void {
	for (const [address, handler] of Object.entries(handlers)) {
		const endpoint: Endpoint = dataEndpoints[address as DataAddress];
		const { query, body, answer, answerType } = endpoint;
		const { method, url } = routeOf(address);
		app.route<{ Params: Record<string, string> }>({
			method,
			url,
			exposeHeadRoute: method === 'GET' && answerType !== 'text/event-stream',
			async handler(request, reply) {
				reply.header('cache-control', 'no-store');
				const allowed = () => requireAllowed(address, endpoint, deps, request);
				const actor = await allowed();
				const input = query ? parse(query, request.query) : body && parse(body, request.body);
				const result = await handler(input as never, { actor, recheck: allowed, request, reply });
				return answer ? answer.parse(result) : result;
			},
		});
	}
}

export function routeOf(address: string): { method: string; url: string } {
	const [method = '', path = ''] = address.split(' ');
	return { method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') };
}

async function requireAllowed(
	address: string,
	endpoint: Endpoint,
	{ authenticate, findByAlias }: DataDeps,
	request: DataCaller['request'],
): Promise<Actor> {
	const { access, permission, takesIdToken } = endpoint;
	const { params } = request;
	const actor = await authenticate(request, { takesIdToken, keyNeeds: keyNeedsOf(address, endpoint, params) });
	if (!actor) throw callError('unauthenticated', 'must-be-logged-in');
	if (access === 'admin') requirePermission(actor, typeof permission === 'function' ? permission(params) : permission);
	else if (actor.uid !== params.uid && actor.uid !== (await findByAlias(params.uid ?? ''))) {
		throw callError('permission-denied', 'permission-denied');
	}
	return actor;
}

function parse(schema: z.ZodType, input: unknown): unknown {
	const parsed = schema.safeParse(input);
	if (parsed.success) return parsed.data;
	throw refuseInput(parsed.error, input);
}

export type BoundCall = (input: never, caller: never) => Promise<unknown>;
export type BoundCalls = Readonly<Record<CallName, BoundCall>>;

export type TakeFromLimits = (name: CallName, caller: BodySender) => Promise<void>;

/** Bodies of one call that may be in memory at once. */
const LARGE_BODIES = { user: 2, network: 8, all: 32 };
const SMALL_BODY_BYTES = 64 * 1024;

export type RunCall = (
	name: CallName,
	data: unknown,
	caller: Omit<Caller<'thread'>, 'threadToken'> & { threadToken?: string | undefined },
	options?: { isAdmitted?: boolean },
) => Promise<unknown>;

export function createRunCall(handlers: BoundCalls, takeFromLimits: TakeFromLimits): RunCall {
	return async (name, data, caller, { isAdmitted = false } = {}) => {
		const { actor, ip } = caller;
		if (!caller.threadToken) requireAccess(calls[name], actor);
		const input = parse(calls[name].input, data ?? {});
		if (!isAdmitted) await takeFromLimits(name, { uid: actor?.uid, ip });
		return calls[name].output.parse(await handlers[name](input as never, caller as never));
	};
}

const envelope = z.strictObject({ data: z.unknown() });

/** Source: firebase-functions `https.onCall`; `/{project}/us-central1/{name}` is the emulator's address. */
export function bindCalls(
	app: FastifyInstance,
	handlers: BoundCalls,
	{ authenticate, takeFromLimits }: { authenticate: Authenticate; takeFromLimits: TakeFromLimits },
): void {
	const runCall = createRunCall(handlers, takeFromLimits);
	const admitted = new WeakMap<FastifyRequest, Actor | undefined>();

	const callerOf = (name: CallName, request: FastifyRequest) => {
		const call: Call = calls[name];
		const keyNeeds = keyNeedsOf(`POST /api/${name}`, call);
		return authenticate(request, { takesIdToken: call.access !== 'admin', keyNeeds });
	};

	async function answer(request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) {
		const { name } = request.params;
		reply.header('cache-control', 'no-store');
		if (!isCallName(name)) return refuseUnknownName(reply, name);
		return answerCall(name, request);
	}

	async function answerCall(name: CallName, request: FastifyRequest) {
		const data = readLongs(readEnvelope(request));
		const threadToken = calls[name].access === 'thread' ? readThreadToken(request) : undefined;
		const isAdmitted = admitted.has(request);
		const actor = isAdmitted ? admitted.get(request) : threadToken ? undefined : await callerOf(name, request);
		const userAgent = request.headers['user-agent'] ?? null;
		const caller: Caller<'thread'> = { actor, threadToken, ip: request.ip, userAgent };
		return { result: await runCall(name, data, caller, { isAdmitted }) };
	}

	for (const [name, call] of Object.entries(calls) as [CallName, Call][]) {
		if (call.bodyBytesMax === undefined) continue;
		const takeShare = createBodyShares(LARGE_BODIES);
		for (const url of [`/api/${name}`, `/:project/us-central1/${name}`]) {
			app.post(url, {
				bodyLimit: call.bodyBytesMax,
				async onRequest(request, reply) {
					reply.header('cache-control', 'no-store');
					const actor = await callerOf(name, request);
					requireAccess(call, actor);
					const sender = { uid: actor?.uid, ip: request.ip };
					if (isLarge(request)) reply.raw.once('close', takeShare(sender));
					await takeFromLimits(name, sender);
					admitted.set(request, actor);
				},
				handler: (request) => answerCall(name, request),
			});
		}
	}
	for (const url of ['/api/:name', '/:project/us-central1/:name']) {
		app.post(url, answer);
		app.route({ method: ['GET', 'PUT', 'PATCH', 'DELETE'], url, handler: refuseMethod });
	}
}

function isLarge({ headers }: FastifyRequest): boolean {
	return !(Number(headers['content-length']) <= SMALL_BODY_BYTES);
}

/** Reads a thread token: 43 characters without a dot, unlike every access token. */
function readThreadToken({ headers }: FastifyRequest): string | undefined {
	return /^Bearer ([\w-]{43})$/i.exec(headers.authorization ?? '')?.[1];
}

const isCallName = (name: string): name is CallName => Object.hasOwn(calls, name);

function refuseUnknownName(reply: FastifyReply, name: string) {
	const error = callError('unimplemented', 'no-such-call', { name: name.slice(0, 50) });
	return reply.code(404).send(error.toBody());
}

async function refuseMethod(request: FastifyRequest<{ Params: { name: string } }>, reply: FastifyReply) {
	const { name } = request.params;
	if (!isCallName(name)) return refuseUnknownName(reply, name);
	throw callError('invalid-argument', 'bad-request');
}

function readEnvelope(request: FastifyRequest): unknown {
	const parsed = envelope.safeParse(request.body);
	const hasData = parsed.success && Object.hasOwn(request.body as object, 'data');
	if (!hasData) throw callError('invalid-argument', 'bad-request');
	return parsed.data.data;
}

function requireAccess(call: Call, actor: Actor | undefined): void {
	const { signedOutReason = 'must-be-logged-in' } = call;
	if (call.access === 'anonymous') return;
	if (!actor) throw callError('unauthenticated', signedOutReason);
	if (call.access === 'admin') requirePermission(actor, call.permission);
}

export function sendCallError(reply: FastifyReply, error: CallError): FastifyReply {
	if (error.code === 'permission-denied' || error.code === 'unauthenticated') {
		const { method, url, ip } = reply.request;
		const { reason } = (error.details ?? {}) as { reason?: unknown };
		reply.request.log.info({ method, path: url.split('?', 1)[0], code: error.code, reason, ip }, 'request rejected');
	}
	const retryAfter = (error.details as { retryAfter?: unknown } | undefined)?.retryAfter;
	if (typeof retryAfter === 'number') reply.header('retry-after', Math.ceil(retryAfter));
	return reply.code(callErrorHttp[error.code]).send(error.toBody());
}

const LONG_TYPES: ReadonlySet<unknown> = new Set([
	'type.googleapis.com/google.protobuf.Int64Value',
	'type.googleapis.com/google.protobuf.UInt64Value',
]);

const DEPTH_MAX = 3;

/**
 * Converts 64-bit integers of Functions clients on Android and iOS:
 * `{"@type": "type.googleapis.com/google.protobuf.Int64Value", "value": "123"}`. Source: `decode` of firebase-functions.
 */
export function readLongs(value: unknown, depth = 0): unknown {
	if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value;
	if (Array.isArray(value)) return value.map((item) => readLongs(item, depth + 1));
	const fields = value as Record<string, unknown>;
	if (LONG_TYPES.has(fields['@type'])) return toNumber(fields.value) ?? value;
	return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, readLongs(field, depth + 1)]));
}

function toNumber(digits: unknown): number | undefined {
	return typeof digits === 'string' && /^-?\d{1,20}$/.test(digits) ? Number(digits) : undefined;
}

const RETRY_MS = 1_000;

type BodySender = { uid: string | undefined; ip: string };

function createBodyShares({ user, network, all }: { user: number; network: number; all: number }) {
	const taken = new Map<string, number>();
	const count = (key: string, by: number) => {
		const now = (taken.get(key) ?? 0) + by;
		if (now > 0) taken.set(key, now);
		else taken.delete(key);
	};

	/** @returns a release function. @throws CallError if the user, the network or the server has no share left. */
	return function take({ uid, ip }: BodySender): () => void {
		const shares = [[`user ${uid}`, user] as const, [`network ${siteOf(ip)}`, network] as const];
		if (shares.some(([key, max]) => (taken.get(key) ?? 0) >= max)) throw tooOften(RETRY_MS);
		if ((taken.get('all') ?? 0) >= all) throw callError('unavailable', 'overloaded');
		const keys = [...shares.map(([key]) => key), 'all'];
		for (const key of keys) count(key, 1);
		return () => {
			for (const key of keys.splice(0)) count(key, -1);
		};
	};
}
