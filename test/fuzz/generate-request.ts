import { z } from 'zod';
import { type CallName, calls } from '../../contract/calls.ts';
import { servedEndpoints } from '../../server/identity/served-endpoints.ts';
import type { Random } from '../partners/random.ts';
import { generateValue, type JsonSchema } from './generate-value.ts';
import { type Answer, judgeAddress, judgeAnything, judgeAuth, judgeCall } from './judge-answer.ts';

export type FuzzRequest = {
	method: string;
	/** From the slash on. */
	path: string;
	body: string | undefined;
	contentType: string;
	judge: (answer: Answer) => string | undefined;
};

const callNames = Object.keys(calls) as CallName[];
const inputs = new Map(
	callNames.map((name) => [
		name,
		z.toJSONSchema(calls[name].input, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
	]),
);
/** Passwords are hashed slowly on purpose, and the way to Google ends elsewhere. */
const authEndpoints = [...servedEndpoints].filter(([address, { hashes }]) => !hashes && !address.includes('google'));
const AUTH_FIELDS = ['email', 'newEmail', 'code', 'token', 'id', 'birthDate', 'provider', 'callbackURL', 'rememberMe'];
const addresses = [
	'GET /data/users/:id',
	'PATCH /data/users/:id',
	'GET /data/users/count',
	'GET /data/users/active',
	'GET /data/earnings/total',
	'GET /data/earnings/by-offerwall',
];
const QUERY_FIELDS = ['since', 'active_since', 'days', 'tz', 'uid', '__proto__'];

/** One request as a client, a broken client or somebody with bad intentions might send it. */
export function generateRequest(random: Random, known: readonly string[]): FuzzRequest {
	const kind = random.below(20);
	if (kind < 14) return callRequest(random, known);
	if (kind < 16) return addressRequest(random, known);
	if (kind < 18) return authRequest(random, known);
	return kind < 19 ? outsideRequest(random, known) : brokenRequest(random);
}

function callRequest(random: Random, known: readonly string[]): FuzzRequest {
	const name = random.pick(callNames);
	const data = generateValue(random, inputs.get(name) ?? {}, known);
	const envelope = random.chance(0.95) ? { data } : generateValue(random, {}, known);
	const prefix = random.chance(0.9) ? '/api' : '/lootpass/us-central1';
	return { ...posted(`${prefix}/${name}`, envelope), judge: (answer) => judgeCall(name, answer) };
}

function addressRequest(random: Random, known: readonly string[]): FuzzRequest {
	const [method = '', pattern = ''] = random.pick(addresses).split(' ');
	const path = pattern.replace(':id', encode(random.chance(0.5) ? random.pick(known) : textOf(random, known)));
	const patch = { roblox_username: textOf(random, known), avatar_url: generateValue(random, {}, known) };
	const body = method === 'PATCH' ? JSON.stringify(random.chance(0.5) ? patch : generateValue(random, {}, known)) : '';
	return {
		method,
		path: path + queryOf(random, known),
		body: body || undefined,
		contentType: 'application/json',
		judge: judgeAddress,
	};
}

function authRequest(random: Random, known: readonly string[]): FuzzRequest {
	const [address, { fields = AUTH_FIELDS }] = random.pick(authEndpoints);
	const [method = '', path = ''] = address.split(' ');
	if (method === 'GET')
		return { method, path: `/auth${path}`, body: undefined, contentType: 'application/json', judge: judgeAuth };
	const entries = fields
		.filter(() => random.chance(0.7))
		.map((field) => [field, generateValue(random, { type: 'string' }, known)]);
	return { ...posted(`/auth${path}`, Object.fromEntries(entries)), judge: judgeAuth };
}

/** What partners and vendors call: nothing that is generated here is signed. */
function outsideRequest(random: Random, known: readonly string[]): FuzzRequest {
	const path = random.pick(['/postback/sandbox', '/postback/sandbox/key', '/vendor-callback/rbxcrate', '/postback/x']);
	const method = random.pick(['GET', 'POST']);
	const body = method === 'POST' ? JSON.stringify(generateValue(random, {}, known)) : undefined;
	const contentType = random.pick(['application/json', 'application/x-www-form-urlencoded', 'text/plain']);
	return { method, path: path + queryOf(random, known), body, contentType, judge: judgeAnything };
}

/** No JSON, or not of this kind. */
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

/** Half a pair of surrogates has no place in an address. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());
