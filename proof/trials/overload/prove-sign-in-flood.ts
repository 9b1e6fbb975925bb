import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../test/partners/random.ts';
import { bearer, request, send } from '../../../test/sites/json-client.ts';
import { usersOf } from '../../../test/support/users.ts';
import { summarise } from '../../bench/lib/bench.ts';
import { startQuiet } from '../../bench/lib/child-process.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';
import { textOf, wannads } from '../world/load.ts';
import { openWorld, type World } from '../world/world.ts';
import type { GuessCalls } from './guess-process.ts';

type Person = { uid: string; email: string; password: string; accessToken: string; home: string; cookie: string };
type Probe = { everyMs: number /** @throws Error if the request was not served. */; send(n: number): Promise<void> };
type Figures = { sent: number; failed: Record<string, number>; p50: number; p99: number; max: number; inTime: number };
type Row = Record<'known' | 'new' | 'calls' | 'postbacks', Figures>;

const PEOPLE = 30;
const VICTIMS = 10;
const CALM_SECONDS = 20;
const KNOWN_MS = 2_000;
const NEW_MS = 5_000;
const OTHERS_MS = 250;
const ORIGIN = 'http://localhost:3000';
const SIGN_IN = '/auth/sign-in/email';

const ipv4 = (n: number) => `${11 + (n % 50)}.${n >> 8}.7.${n & 255}`;
const ipv6 = (n: number) => `2a01:${(n + 1).toString(16)}:7::1`;
const listOf = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n));
const floods = {
	'104 connections, 200 IPv4 addresses': { connections: 104, networks: listOf(200, ipv4) },
	'400 connections, 200 IPv4 addresses': { connections: 400, networks: listOf(200, ipv4) },
	'400 connections, 400 IPv6 /48': { connections: 400, networks: listOf(400, ipv6) },
};

export async function proveSignInFlood({ minutes, seed }: TrialOptions, print: Print): Promise<Found> {
	const findings: string[] = [];
	const rows: Record<string, Row> = {};
	for (const [name, flood] of Object.entries(floods)) {
		const seconds = (minutes * 60) / Object.keys(floods).length;
		const { calm, row, answers } = await flooded(seed, { ...flood, seconds });
		const others = (each: Row) => Math.max(each.calls.p99, each.postbacks.p99);
		const limit = Math.max(2 * others(calm), OTHERS_MS);
		if (row.known.inTime < 0.99) findings.push(`${name}: sign-ins from known devices are late`);
		if (row.new.inTime < 0.99) findings.push(`${name}: sign-ins from new devices are late`);
		if (others(row) > limit) findings.push(`${name}: p99 of other requests is above ${Math.round(limit)} ms`);
		for (const [when, each] of Object.entries({ calm, flooded: row })) print(`${name}, ${when}: ${lineOf(each)}`);
		print(`${name}, guesses: ${JSON.stringify(answers)}`);
		Object.assign(rows, { [`${name}, calm`]: calm, [name]: row });
	}
	return { rows, findings };
}

type Flood = { connections: number; networks: string[]; seconds: number };

/** Each flood has a site of its own, so that limits of the last one do not count. */
async function flooded(seed: number, { seconds, ...flood }: Flood) {
	const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1', PUBLIC_URL: ORIGIN };
	await using world = await openWorld(createRandom(seed), { env });
	await using child = await startQuiet<GuessCalls>(join(import.meta.dirname, 'guess-process.ts'));
	const people: Person[] = [];
	for (let n = 0; n < PEOPLE + VICTIMS; n += 1) people.push(await signUp(world, `198.18.${n}.1`));
	const victims = people.splice(PEOPLE).map(({ email }) => email);
	const calm = await measure(world, people, sleep(CALM_SECONDS * 1_000));
	const guesses = child.request('guess', { ...flood, port: world.port, seconds, victims });
	return { calm, row: await measure(world, people, guesses), answers: await guesses };
}

async function signUp({ port, sandbox }: World, home: string): Promise<Person> {
	const url = `http://localhost:${port}`;
	const from = { 'x-forwarded-for': home };
	const { uid, email, password, accessToken } = await usersOf(() => ({ url, sandbox })).signUp(from);
	const known = await send('POST', url + SIGN_IN, { email, password }, { ...from, origin: ORIGIN });
	const [cookie = ''] = known.headers.getSetCookie().filter((each) => each.startsWith('lootpass.known_devices='));
	if (!cookie) throw new Error('the sign-in set no cookie for a known device');
	return { uid, email, password, accessToken, home, cookie: cookie.split(';')[0] ?? '' };
}

let newNetworks = 0;

async function measure({ port }: World, people: readonly Person[], until: Promise<unknown>): Promise<Row> {
	const url = `http://localhost:${port}`;
	const personAt = (n: number) => people[n % people.length] as Person;
	const signIn = async ({ email, password }: Person, headers: Record<string, string>) => {
		const { status } = await send('POST', url + SIGN_IN, { email, password }, { origin: ORIGIN, ...headers });
		if (status !== 200) throw new Error(String(status));
	};
	const probes: Record<keyof Row, Probe> = {
		known: {
			everyMs: 1_000,
			send: (n) => signIn(personAt(n), { 'x-forwarded-for': personAt(n).home, cookie: personAt(n).cookie }),
		},
		new: {
			everyMs: 1_000,
			send(n) {
				const network = newNetworks++;
				return signIn(personAt(n + PEOPLE / 2), { 'x-forwarded-for': `203.${network >> 8}.${network & 255}.9` });
			},
		},
		calls: {
			everyMs: 100,
			async send(n) {
				const { uid, home, accessToken } = personAt(n);
				const headers = { 'x-forwarded-for': home, ...bearer(accessToken) };
				const { status } = await request(`${url}/data/users/${uid}`, { headers });
				if (status !== 200) throw new Error(String(status));
			},
		},
		postbacks: {
			everyMs: 100,
			async send(n) {
				const { wall, fields } = wannads({ uid: personAt(n).uid, transId: randomUUID(), status: '1' });
				const text = await textOf(`${url}/postback/${wall}?${new URLSearchParams(fields)}`);
				if (text !== '200 OK') throw new Error(text);
			},
		},
	};
	let isOver = false;
	const found = Object.entries(probes).map(async ([name, probe]) => {
		const limitMs = { known: KNOWN_MS, new: NEW_MS }[name] ?? OTHERS_MS;
		return [name, await repeat(probe, limitMs, () => isOver)] as const;
	});
	await until.finally(() => {
		isOver = true;
	});
	return Object.fromEntries(await Promise.all(found)) as Row;
}

async function repeat({ everyMs, send }: Probe, limitMs: number, isOver: () => boolean): Promise<Figures> {
	const sent: Promise<void>[] = [];
	const latencies: number[] = [];
	const failed: Record<string, number> = {};
	let inTime = 0;
	while (!isOver()) {
		const startedAt = performance.now();
		const served = send(sent.length).then(
			() => {
				if (performance.now() - startedAt <= limitMs) inTime += 1;
			},
			({ message }: Error) => {
				failed[message] = (failed[message] ?? 0) + 1;
			},
		);
		sent.push(served.then(() => void latencies.push(performance.now() - startedAt)));
		await sleep(everyMs);
	}
	await Promise.all(sent);
	return { sent: sent.length, failed, ...summarise(latencies), inTime: inTime / sent.length };
}

function lineOf(row: Row): string {
	return Object.entries(row)
		.map(([name, { sent, failed, p50, p99, max, inTime }]) => {
			const times = [p50, p99, max].map(Math.round).join('/');
			return `${name} ${sent} sent, ${(inTime * 100).toFixed(1)}% in time, ${times} ms, failed ${JSON.stringify(failed)}`;
		})
		.join('; ');
}
