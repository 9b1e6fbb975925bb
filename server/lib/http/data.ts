import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { keyNeedsOf } from '../../../contract/connect/key-access.ts';
import { type DataAddress, dataEndpoints } from '../../../contract/data.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Actor, Authenticate } from './actor.ts';
import { refuseInput } from './refuse-input.ts';
import { requirePermission } from './require-permission.ts';

export type DataCaller = {
	actor: Actor;
	recheck(): Promise<unknown>;
	request: FastifyRequest<{ Params: Record<string, string> }>;
	reply: FastifyReply;
};

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
