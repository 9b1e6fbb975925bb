import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../test/partners/random.ts';
import { type Child, startChild } from '../../bench/lib/child-process.ts';
import { summarise } from '../../bench/lib/latencies.ts';
import { openWorld } from '../world/world.ts';
import type { AttackCalls, AttackResult } from './attack-process.ts';

export type DoorPhase = {
	phase: string;
	signIns: number;
	/** Signed in within {@link IN_TIME_MS}. */
	inTime: number;
	refused: Record<string, number>;
	p50: number;
	p99: number;
	max: number;
	attack: AttackResult['answers'];
};

const IN_TIME_MS = 2_000;
const SHARE_IN_TIME = 0.99;
/** As many as shut the door before there were shares. */
const CONNECTIONS = 104;
const USERS = 20;
const SIGN_INS_A_SECOND = 5;
const PASSWORD = 'a long enough password';

/** Shows that users sign in while strangers post wrong codes for new passwords, from one address and from two hundred. */
export async function proveDoors(
	{ seconds, seed }: { seconds: number; seed: number },
	say: (line: string) => void = () => {},
): Promise<{ phases: DoorPhase[]; findings: string[] }> {
	const world = await openWorld(createRandom(seed), { env: { TRUSTED_PROXIES: '127.0.0.1,::1', RATE_LIMITS: 'on' } });
	const logs = await mkdtemp(join(tmpdir(), 'lootpass-doors-'));
	const child: Child<AttackCalls> = startChild(join(import.meta.dirname, 'attack-process.ts'), join(logs, 'log'), []);
	const phases: DoorPhase[] = [];
	const findings: string[] = [];
	const { port } = world;
	try {
		const emails = await signUpAll(port);
		const sources = {
			'nobody attacks': [],
			'one address': ['198.51.100.7'],
			'two hundred addresses': Array.from({ length: 200 }, (_, n) => `203.0.113.${n}`),
		};
		for (const [phase, addresses] of Object.entries(sources)) {
			const attacking = addresses.length > 0;
			const attack = attacking
				? child.ask('attack', { port, connections: CONNECTIONS, seconds, addresses })
				: undefined;
			const seen = await signInFor(port, emails, seconds);
			const found = { phase, ...seen, attack: (await attack)?.answers ?? {} };
			phases.push(found);
			say(JSON.stringify(found));
			const share = found.inTime / found.signIns;
			if (share < SHARE_IN_TIME) findings.push(`${phase}: ${(share * 100).toFixed(1)} % signed in within 2 s`);
		}
		return { phases, findings };
	} finally {
		await child.end();
		await rm(logs, { recursive: true, force: true });
		await world.close();
	}
}

let visitors = 0;
/** Everybody comes from a home of their own. */
const home = () => `10.${(++visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`;

function post(port: number, path: string, body: object): Promise<Response> {
	return fetch(`http://localhost:${port}${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-forwarded-for': home() },
		body: JSON.stringify(body),
		signal: AbortSignal.timeout(30_000),
	});
}

async function signUpAll(port: number): Promise<string[]> {
	const emails = Array.from({ length: USERS }, () => `${crypto.randomUUID()}@example.com`);
	for (const email of emails) {
		const form = { email, password: PASSWORD, name: 'Person', birthDate: '2000-02-29' };
		const { status } = await post(port, '/auth/sign-up/email', form);
		if (status !== 200) throw new Error(`a sign-up was answered with ${status}`);
	}
	return emails;
}

/** Whatever the answers take, as many begin each second. */
async function signInFor(port: number, emails: readonly string[], seconds: number) {
	const took: number[] = [];
	const refused: Record<string, number> = {};
	let inTime = 0;
	async function signIn(email: string): Promise<void> {
		const startedAt = performance.now();
		const outcome = await post(port, '/auth/sign-in/email', { email, password: PASSWORD }).then(
			async (answer) => {
				await answer.text();
				return String(answer.status);
			},
			(error: Error) => error.name,
		);
		const ms = performance.now() - startedAt;
		took.push(ms);
		if (outcome !== '200') refused[outcome] = (refused[outcome] ?? 0) + 1;
		else if (ms <= IN_TIME_MS) inTime += 1;
	}
	const all: Promise<void>[] = [];
	for (let n = 0; n < seconds * SIGN_INS_A_SECOND; n += 1) {
		all.push(signIn(emails[n % emails.length] as string));
		await sleep(1_000 / SIGN_INS_A_SECOND);
	}
	await Promise.all(all);
	const { p50, p99, max } = summarise(took);
	return { signIns: all.length, inTime, refused, p50, p99, max };
}
