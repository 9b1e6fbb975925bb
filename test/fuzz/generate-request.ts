import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { authErrorSlugs, callErrorCodeFromStatus, callErrorHttp } from '../../contract/errors.ts';
import { parseJson } from '../../server/lib/http/outbound.ts';
import { nastyTexts } from '../partners/mutations.ts';
import type { Random } from '../partners/random.ts';

type JsonSchema = {
	type?: string;
	enum?: unknown[];
	const?: unknown;
	anyOf?: JsonSchema[];
	oneOf?: JsonSchema[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	minimum?: number;
	maximum?: number;
	format?: string;
	maxLength?: number;
};

const numbers = [0, -0, -1, 0.1, 1e-320, 1e21, 1e308, 2 ** 31, 2 ** 53 + 2, -(2 ** 63), 8_640_000_000_000_001];
/** Values that break servers: NUL in text columns, lone surrogates, 2^53 + 1. */
const NASTY: readonly unknown[] = [
	...[...nastyTexts, '💰'.repeat(300), '%', '_', '\\', 'x'.repeat(20_000), '1e400', '2026-02-30'],
	...[null, true, ...numbers, [], [[]], {}, { length: 1e9 }, { toString: 'x' }],
	JSON.parse('{"__proto__": {"role": "Admin"}, "constructor": 1}'),
];

function generateValue(random: Random, schema: JsonSchema, known: readonly string[]): unknown {
	if (random.chance(0.12)) return random.pick(NASTY);
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return random.pick(schema.enum);
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return generateValue(random, random.pick(choices), known);
	switch (schema.type) {
		case 'object':
			return generateObject(random, schema, known);
		case 'array':
			return Array.from({ length: random.below(4) }, () => generateValue(random, schema.items ?? {}, known));
		case 'number':
		case 'integer':
			return generateNumber(random, schema);
		case 'boolean':
			return random.chance(0.5);
		case 'null':
			return null;
		default:
			return generateText(random, schema, known);
	}
}

function generateObject(random: Random, { properties = {}, required = [] }: JsonSchema, known: readonly string[]) {
	const object: Record<string, unknown> = {};
	for (const [name, property] of Object.entries(properties)) {
		const isLeftOut = random.chance(required.includes(name) ? 0.05 : 0.5);
		if (!isLeftOut) object[name] = generateValue(random, property, known);
	}
	if (random.chance(0.05))
		object[random.pick(['uid', 'role', 'extra', 'constructor', 'toString'])] = random.pick(NASTY);
	return object;
}

function generateNumber(random: Random, { type, minimum = -10, maximum = 10_000 }: JsonSchema): number {
	const [from, to] = [Math.max(minimum, -(2 ** 53)), Math.min(maximum, 2 ** 53)];
	if (random.chance(0.2)) return random.pick([from - 1, from, to, to + 1, Date.now()]);
	const value = from + random.below(Math.min(to - from, 100_000) + 1);
	return type === 'integer' || random.chance(0.7) ? value : value + 0.5;
}

function generateText(random: Random, { format, maxLength = 50 }: JsonSchema, known: readonly string[]): string {
	if (format === 'uuid' && random.chance(0.3)) return crypto.randomUUID();
	if (random.chance(0.6)) return random.pick(known);
	if (random.chance(0.1)) return 'y'.repeat(Math.min(maxLength, 5_000) + random.below(2));
	return random.pick(['Builderman', 'sandbox', 'Admin', 'UTC', 'Europe/Amsterdam', 'rbxcrate', '1', 'a b', 'ÄÖ']);
}

const identity = { reason: z.string(), params: z.looseObject({}).optional() };
const callError = z.strictObject({
	error: z.strictObject({ status: z.string(), message: z.string().min(1), details: z.looseObject(identity) }),
});
const authError = z.strictObject({
	code: z.enum(authErrorSlugs.map((slug) => `auth/${slug}` as const)),
	message: z.string().min(1),
	...identity,
});

/** Server internals: stack traces, paths, database errors. */
const INSIDE =
	/\n\s+at |node_modules|\/server\/|\.ts:\d+|violates |syntax error|relation "|column "|invalid input syntax|ECONNREFUSED/;

export const RAW =
	/Invalid (?:input|option|UUID|GUID|email|URL|string|JSON|key|element|discriminator|ISO|number|date)|expected .*received|Too (?:big|small): |Unrecognized keys?:|✖|→ at /;

type Answer = { status: number; contentType: string; body: string };

function judgeAnswer({ answer: schema = z.unknown(), errors }: Endpoint, answer: Answer): string | undefined {
	const wrong = judgeAnything(answer);
	if (wrong) return wrong;
	if (answer.status >= 400) return errors === 'AuthError' ? judgeAuthError(answer) : judgeCallError(answer);
	const result = schema.safeParse(parseJson(answer.body));
	return result.success ? undefined : `a result that the contract does not know: ${result.error.message}`;
}

function judgeAuthError({ body }: Answer): string | undefined {
	return authError.safeParse(parseJson(body)).success ? undefined : 'an error outside the closed list';
}

function judgeAnything({ status, body }: Answer): string | undefined {
	if (status >= 500) return `HTTP ${status}`;
	if (status >= 400 && RAW.test(body)) return `a validator's own text: ${RAW.exec(body)?.[0]}`;
	if (INSIDE.test(body)) return `tells of the inside: ${INSIDE.exec(body)?.[0]}`;
	return undefined;
}

function judgeCallError({ status, body }: Answer): string | undefined {
	const parsed = callError.safeParse(parseJson(body));
	if (!parsed.success) return 'an error in no known form';
	const code = callErrorCodeFromStatus(parsed.data.error.status);
	if (!code) return `the unknown status ${parsed.data.error.status}`;
	const http = code === 'unimplemented' ? 404 : callErrorHttp[code];
	const isTooLong = status === 413 || status === 414 || status === 415;
	return http === status || isTooLong ? undefined : `HTTP ${status} with ${parsed.data.error.status}`;
}

export type FuzzRequest = {
	method: string;
	path: string;
	body: string | undefined;
	contentType: string;
	judge: (answer: Answer) => string | undefined;
};

const described = Object.entries<Endpoint & { hashes?: boolean }>(endpoints);
const under = (path: string) => described.filter(([address]) => address.includes(` ${path}/`));
const callEndpoints = under('/api');
const bodies = new Map(
	described.map(([address, { body = z.unknown() }]) => [
		address,
		z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
	]),
);
const authEndpoints = under('/auth').filter(([address, { hashes }]) => !hashes && !address.includes('google'));
const dataEndpoints = under('/data').filter(([, { answer }]) => answer);
const QUERY_FIELDS = ['since', 'active_since', 'days', 'tz', 'uid', '__proto__'];

export function generateRequest(random: Random, known: readonly string[]): FuzzRequest {
	const kind = random.below(20);
	if (kind < 14) return callRequest(random, known);
	if (kind < 16) return addressRequest(random, known);
	if (kind < 18) return authRequest(random, known);
	return kind < 19 ? outsideRequest(random, known) : brokenRequest(random);
}

function callRequest(random: Random, known: readonly string[]): FuzzRequest {
	const [address, endpoint] = random.pick(callEndpoints);
	const { data = {} } = bodies.get(address)?.properties ?? {};
	const envelope = random.chance(0.95)
		? { data: generateValue(random, data, known) }
		: generateValue(random, {}, known);
	const path = address.slice('POST '.length);
	const target = random.chance(0.9) ? path : path.replace('/api', '/lootpass/us-central1');
	return { ...posted(target, envelope), judge: (answer) => judgeAnswer(endpoint, answer) };
}

function addressRequest(random: Random, known: readonly string[]): FuzzRequest {
	const [address, endpoint] = random.pick(dataEndpoints);
	const [method = '', pattern = ''] = address.split(' ');
	const path = pattern.replace('{uid}', encode(random.chance(0.5) ? random.pick(known) : textOf(random, known)));
	const schema = random.chance(0.5) ? (bodies.get(address) ?? {}) : {};
	return {
		method,
		path: path + queryOf(random, known),
		body: endpoint.body && JSON.stringify(generateValue(random, schema, known)),
		contentType: 'application/json',
		judge: (answer) => judgeAnswer(endpoint, answer),
	};
}

function authRequest(random: Random, known: readonly string[]): FuzzRequest {
	const [address, endpoint] = random.pick(authEndpoints);
	const [method = '', path = ''] = address.split(' ');
	const judge = (answer: Answer) => judgeAnswer(endpoint, answer);
	if (method === 'GET') return { method, path, body: undefined, contentType: 'application/json', judge };
	return { ...posted(path, generateValue(random, bodies.get(address) ?? {}, known)), judge };
}

/** Partner and vendor callbacks, without valid signatures. */
function outsideRequest(random: Random, known: readonly string[]): FuzzRequest {
	const path = random.pick(['/postback/sandbox', '/postback/sandbox/key', '/vendor-callback/rbxcrate', '/postback/x']);
	const method = random.pick(['GET', 'POST']);
	const body = method === 'POST' ? JSON.stringify(generateValue(random, {}, known)) : undefined;
	const contentType = random.pick(['application/json', 'application/x-www-form-urlencoded', 'text/plain']);
	return { method, path: path + queryOf(random, known), body, contentType, judge: judgeAnything };
}

function brokenRequest(random: Random): FuzzRequest {
	const body = random.pick([
		'',
		'{',
		'{"data":',
		'null',
		'[]',
		'"x"',
		'\u0000',
		'['.repeat(5_000),
		`{"data":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
		'{"data":1}{}',
	]);
	const contentType = random.pick(['application/json', 'text/plain', 'application/xml', 'multipart/form-data', 'x']);
	const path = random.pick([
		'/api/createUser',
		'/api/getStock',
		'/auth/sign-in/email',
		'/api/%00',
		'/api/../data/users',
	]);
	return { method: random.pick(['POST', 'PUT', 'PATCH', 'DELETE']), path, body, contentType, judge: judgeAnything };
}

function posted(path: string, value: unknown) {
	return { method: 'POST', path, body: JSON.stringify(value), contentType: 'application/json' };
}

function queryOf(random: Random, known: readonly string[]): string {
	const pairs = QUERY_FIELDS.filter(() => random.chance(0.3)).map(
		(field) => `${field}=${encode(random.chance(0.5) ? String(random.below(2 ** 31)) : textOf(random, known))}`,
	);
	return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function textOf(random: Random, known: readonly string[]): string {
	const value = generateValue(random, { type: 'string' }, known);
	return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 500);
}

const encode = (text: string) => encodeURIComponent(text.toWellFormed());
