import { z } from 'zod';
import { type EventType, eventTypes } from '../../contract/connect/event-types.ts';
import { eventData } from '../../contract/connect/events.ts';
import { keyNeedsOf } from '../../contract/connect/key-access.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { authErrorSlugs, type CallErrorCode, callErrorHttp, callErrorStatus } from '../../contract/errors.ts';
import { listSpokenReasons } from '../../contract/refusals.ts';

type Json = Record<string, unknown>;

type Audience = { title: string; publicUrl: string; forStaff: boolean };

export function describeInterface({ title, publicUrl, forStaff }: Audience): Json {
	const listed = Object.entries<Endpoint>(endpoints).filter(
		([, { isHidden, access }]) => !isHidden && (forStaff || access !== 'admin'),
	);
	return {
		openapi: '3.1.0',
		info: { title, version: '1', description: INTRODUCTION },
		servers: [{ url: publicUrl }],
		tags: [...new Set(listed.map(([, { tag }]) => tag))].map((name) => ({ name })),
		paths: pathsOf(listed),
		...(forStaff && { webhooks: Object.fromEntries(eventTypes.map((type) => [type, { post: webhookOf(type) }])) }),
		components: {
			securitySchemes: {
				accessToken: {
					type: 'http',
					scheme: 'bearer',
					bearerFormat: 'JWT',
					description: 'Access token from `GET /auth/token`, valid for an hour.',
				},
				machineKey: {
					type: 'http',
					scheme: 'bearer',
					bearerFormat: 'lpk_…',
					description:
						'Key of a program. Each operation names the permission that the key needs, and `personal_data` if the key also needs that flag. An export needs the permission of its table.',
				},
				threadToken: {
					type: 'http',
					scheme: 'bearer',
					description: 'Token from `openThreadByCode`, valid for one conversation and an hour.',
				},
				session: {
					type: 'http',
					scheme: 'bearer',
					description: 'Session token of an app, from the response of sign-in. Browsers use a cookie instead.',
				},
			},
			schemas: {
				CallError: callErrorSchema(),
				AuthError: {
					type: 'object',
					properties: {
						code: { enum: authErrorSlugs.map((slug) => `auth/${slug}`) },
						message: { type: 'string' },
						...identity,
					},
					required: ['code', 'message'],
				},
			},
		},
	};
}

const INTRODUCTION = `Calls use the Firebase callable protocol: \`POST /api/{name}\` with \`{"data": ...}\` returns
\`{"result": ...}\` or \`{"error": {"status", "message", "details"}}\`. Unmodified Functions clients can use
\`/{project}/us-central1/{name}\`. Amounts are in R$, times in milliseconds since the epoch, and cursors are opaque.`;

function pathsOf(all: readonly [string, Endpoint][]): Json {
	const paths: Record<string, Json> = {};
	for (const [address, endpoint] of all) {
		const [method = '', path = ''] = address.split(' ');
		paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(method, path, endpoint) };
	}
	return paths;
}

function operationOf(method: string, path: string, endpoint: Endpoint): Json {
	const { tag, summary, access, query, body, answer, answerType, errors } = endpoint;
	const type = answerType ?? 'application/json';
	const content = answer ? { [type]: { schema: schemaOf(answer, 'output') } } : undefined;
	return {
		tags: [tag],
		summary,
		operationId: `${method.toLowerCase()} ${path}`
			.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
			.replace(/\W/g, ''),
		...(access === 'open' || access === 'anonymous'
			? {}
			: { security: [...securityOf[access], ...securityOfKeys(`${method} ${path}`, endpoint)] }),
		parameters: [...parametersInPath(path), ...parametersOf(query)],
		...(body
			? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
			: {}),
		responses: {
			200: { description: 'Done.', ...(content ? { content } : answerType ? { content: { [type]: {} } } : {}) },
			...refusalsOf(errors),
		},
	};
}

const securityOf: Record<Exclude<Endpoint['access'], 'open' | 'anonymous'>, Json[]> = {
	user: [{ accessToken: [] }],
	thread: [{ accessToken: [] }, { threadToken: [] }],
	owner: [{ accessToken: [] }],
	admin: [{ accessToken: [] }],
	session: [{ session: [] }],
};

function webhookOf(type: EventType): Json {
	const body = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: eventData[type] });
	return {
		summary: `Event ${type}; the headers webhook-id, webhook-timestamp and webhook-signature follow Standard Webhooks`,
		requestBody: { content: { 'application/json': { schema: schemaOf(body, 'output') } } },
		responses: { '2XX': { description: 'Received. Any other response is a failure, and the event is sent again.' } },
	};
}

function securityOfKeys(address: string, endpoint: Endpoint): Json[] {
	const needs = keyNeedsOf(address, endpoint);
	if (!needs) return [];
	if (typeof endpoint.permission === 'function') return [{ machineKey: [] }];
	return [{ machineKey: [needs.permission, ...(needs.isPersonal ? ['personal_data'] : [])] }];
}

function refusalsOf(name: Endpoint['errors']): Json {
	if (!name) return {};
	const schema = { $ref: `#/components/schemas/${name}` };
	return { default: { description: 'Refused.', content: { 'application/json': { schema } } } };
}

function parametersInPath(path: string): Json[] {
	return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
		name,
		in: 'path',
		required: true,
		schema: { type: 'string' },
	}));
}

function parametersOf(query: z.ZodType | undefined): Json[] {
	if (!query) return [];
	const { properties = {}, required = [] } = schemaOf(query, 'input') as { properties?: Json; required?: string[] };
	return Object.entries(properties).map(([name, schema]) => ({
		name,
		in: 'query',
		required: required.includes(name),
		schema,
	}));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
	const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
	return described;
}

const identity = {
	reason: {
		type: 'string',
		description: 'Stable identifier of the reason. New reasons may be added.',
		examples: listSpokenReasons(),
	},
	params: { type: 'object', description: 'Values in the message. Amounts (R$) and seconds are numbers.' },
};

function callErrorSchema(): Json {
	const statuses = (Object.keys(callErrorHttp) as CallErrorCode[]).map(callErrorStatus);
	return {
		type: 'object',
		properties: {
			error: {
				type: 'object',
				properties: {
					status: { enum: statuses },
					message: { type: 'string' },
					details: { type: 'object', properties: identity },
				},
				required: ['status', 'message'],
			},
		},
		required: ['error'],
	};
}
