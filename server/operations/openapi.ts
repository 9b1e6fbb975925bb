import { z } from 'zod';
import type { Access } from '../../contract/call.ts';
import { type CallName, calls } from '../../contract/calls.ts';
import { authErrorSlugs, callErrors } from '../../contract/errors.ts';
import { type Address, addresses } from './addresses.ts';

type Json = Record<string, unknown>;

/**
 * Describes every call and address that people, apps, partners and vendors use, in OpenAPI 3.1. It is made from the schemas
 * that the server itself parses and serialises with, so it cannot say anything else.
 * @param publicUrl the site's own origin.
 */
export function describeInterface({ title, publicUrl }: { title: string; publicUrl: string }): Json {
	return {
		openapi: '3.1.0',
		info: { title, version: '1', description: INTRODUCTION },
		servers: [{ url: publicUrl }],
		tags: [...new Set([...Object.keys(calls).map(tagOfCall), ...addresses.map(({ tag }) => tag)])].map((name) => ({
			name,
		})),
		paths: pathsOf([...Object.keys(calls).map((name) => addressOfCall(name as CallName)), ...addresses]),
		components: {
			securitySchemes: {
				accessToken: {
					type: 'http',
					scheme: 'bearer',
					bearerFormat: 'JWT',
					description: 'The access token of `GET /auth/token`, for an hour.',
				},
				session: {
					type: 'http',
					scheme: 'bearer',
					description: "An app's session token, as signing in answered it. A browser has a cookie in its place.",
				},
			},
			schemas: {
				CallError: callErrorSchema(),
				AuthError: {
					type: 'object',
					properties: { code: { enum: authErrorSlugs.map((slug) => `auth/${slug}`) }, message: { type: 'string' } },
					required: ['code', 'message'],
				},
			},
		},
	};
}

const INTRODUCTION = `Calls are made by the Firebase callable protocol: \`POST /api/{name}\` with \`{"data": ...}\`, answered by
\`{"result": ...}\` or \`{"error": {"status", "message", "details"}}\`. A stock Functions client gets the same at
\`/{project}/us-central1/{name}\`. Amounts are R$, times milliseconds since the epoch, cursors opaque.`;

function tagOfCall(name: string): string {
	if (name.startsWith('admin')) return 'Calls of admins';
	return calls[name as CallName].access === 'anonymous' ? 'Calls of anybody' : 'Calls of users';
}

function addressOfCall(name: CallName): Address {
	const { access, input, output } = calls[name];
	return {
		method: 'POST',
		path: `/api/${name}`,
		tag: tagOfCall(name),
		summary: '',
		access,
		body: z.object({ data: input }),
		answer: z.object({ result: output }),
	};
}

function pathsOf(all: readonly Address[]): Json {
	const paths: Record<string, Json> = {};
	for (const address of all) {
		paths[address.path] = { ...paths[address.path], [address.method.toLowerCase()]: operationOf(address) };
	}
	return paths;
}

function operationOf({ method, path, tag, summary, access, query, body, answer, answerType }: Address): Json {
	const type = answerType ?? 'application/json';
	const content = answer ? { [type]: { schema: schemaOf(answer, 'output') } } : undefined;
	return {
		tags: [tag],
		summary,
		operationId: `${method.toLowerCase()} ${path}`
			.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())
			.replace(/\W/g, ''),
		...(access in securityOf ? { security: securityOf[access as keyof typeof securityOf] } : {}),
		parameters: [...parametersInPath(path), ...parametersOf(query)],
		...(body
			? { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } }
			: {}),
		responses: {
			200: { description: 'Done.', ...(content ? { content } : answerType ? { content: { [type]: {} } } : {}) },
			...refusalsOf(path),
		},
	};
}

const securityOf: Record<Exclude<Access, 'anonymous'> | 'session', Json[]> = {
	user: [{ accessToken: [] }],
	admin: [{ accessToken: [] }],
	session: [{ session: [] }],
};

/** What is refused says so in one form under /api and /data, in another under /auth, and to partners in theirs. */
function refusalsOf(path: string): Json {
	const name = /^\/(api|data)\//.test(path) ? 'CallError' : path.startsWith('/auth/') ? 'AuthError' : undefined;
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

function callErrorSchema(): Json {
	const statuses = [...new Set(Object.values(callErrors).map(({ status }) => status))];
	return {
		type: 'object',
		properties: {
			error: {
				type: 'object',
				properties: { status: { enum: statuses }, message: { type: 'string' }, details: {} },
				required: ['status', 'message'],
			},
		},
		required: ['error'],
	};
}
