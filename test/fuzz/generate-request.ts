import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { Random } from '../partners/random.ts';
import { generateValue, type JsonSchema } from './generate-value.ts';
import { type Answer, judgeAnswer, judgeAnything } from './judge-answer.ts';

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

/** URLs cannot contain lone surrogates. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());
