import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { checkBooks } from '../../../server/books/check-books.ts';
import { type Database, rowsOf } from '../../../server/lib/db/database.ts';
import { createRandom } from '../../../test/partners/random.ts';
import { bearer, type Json } from '../../../test/sites/json-client.ts';
import { type LatencySummary, summarise } from '../../bench/lib/bench.ts';
import { startQuiet } from '../../bench/lib/child-process.ts';
import { until } from '../../until.ts';
import { signUp, type User } from '../world/load.ts';
import { openWorld, WALL_SECRET, type World, type WorldOptions } from '../world/world.ts';
import type { FloodCalls, FloodInput, FloodResult } from './flood-process.ts';

export type PhaseResult = Omit<FloodResult, 'numbers'> & {
	phase: string;
	rssMaxMb: number;
	canaries: Record<'signIn' | 'withdrawal' | 'profile', CanaryResult>;
};

export type PhasesFound = { phases: PhaseResult[]; findings: string[] };

type PhaseInput = Pick<FloodInput, 'connections' | 'seconds' | 'rate'>;

export type Stage = Awaited<ReturnType<typeof openStage>>;

const USERS = 500;
const RSS_EVERY_MS = 250;
const TRIES_TO_RECOVER = 20;

export async function onStage<Result>(
	seed: number,
	options: WorldOptions,
	act: (stage: Stage) => Promise<Result>,
	print?: (line: string) => void,
): Promise<Result> {
	await using world = await openWorld(createRandom(seed), options);
	await using stage = await openStage(world, print);
	return await act(stage);
}

export async function openStage(world: World, print: (line: string) => void = () => {}) {
	const { db, port } = world;
	const user = await signUp(world);
	const uids = Array.from({ length: USERS }, () => randomUUID());
	await sql`insert into wallets (uid) select unnest(${[...uids]}::uuid[])`.execute(db);
	const child = await startQuiet<FloodCalls>(join(import.meta.dirname, 'flood-process.ts'));
	const findings: string[] = [];
	const unverified: { phase: string; name: string; numbers: number[] }[] = [];
	let phases = 0;

	async function run(phase: string, input: PhaseInput): Promise<PhaseResult> {
		const name = String(phases++);
		const canaries = startCanaries(`http://localhost:${port}`, user);
		const memory = watchMemory(world);
		const { numbers, ...counted } = await child.request('flood', { ...input, name, port, uids, secret: WALL_SECRET });
		const found = { phase, ...counted, rssMaxMb: memory.end(), canaries: await canaries.end() };
		unverified.push({ phase, name, numbers });
		const { exitCode, signalCode } = world.server().process;
		if (exitCode !== null || signalCode !== null) findings.push(`${phase}: the server ended`);
		print(lineOf(found));
		return found;
	}

	/** On a busy machine, connecting may take longer than a phase. */
	async function recover(input: PhaseInput): Promise<PhaseResult> {
		for (let tries = 1; ; tries += 1) {
			const after = await run('after it', input);
			if (after.acknowledged > 0 || tries === TRIES_TO_RECOVER) return after;
		}
	}

	return {
		world,
		run,
		recover,

		async findingsOf(): Promise<string[]> {
			await untilBack(db);
			for (const { phase, name, numbers } of unverified.splice(0)) {
				const booked = await bookedOf(db, name);
				const lost = numbers.filter((n) => !booked.has(n)).length;
				if (lost > 0) findings.push(`${phase}: ${lost} acknowledged credits are not booked`);
			}
			return [...findings, ...(await checkBooks(db)).map((breach) => `books: ${JSON.stringify(breach)}`)];
		},

		[Symbol.asyncDispose]: child[Symbol.asyncDispose],
	};
}

async function bookedOf(db: Database, name: string): Promise<Set<number>> {
	const rows = await rowsOf<{ n: number }>(db)`
		select split_part(split_part(reference, '/', 3), '-', 2)::int as n
		from transfers where reference like ${`offer/w/${name}-%`} and kind = 'credit'`;
	return new Set(rows.map(({ n }) => n));
}

async function untilBack(db: Database): Promise<void> {
	const answers = () =>
		sql`select 1`.execute(db).then(
			() => true,
			() => false,
		);
	if (!(await until(answers, 30_000, 300))) throw new Error('the database did not come back');
}

function watchMemory(world: World) {
	let maxKb = 0;
	const timer = setInterval(async () => {
		const status = await readFile(`/proc/${world.server().process.pid}/status`, 'utf8').catch(() => '');
		maxKb = Math.max(maxKb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0));
	}, RSS_EVERY_MS);
	return {
		end(): number {
			clearInterval(timer);
			return Math.round(maxKb / 1024);
		},
	};
}

function lineOf(found: PhaseResult): string {
	const { phase, goodput, acceptedLatency, refused, refusedLatency, refusedWithoutRetryAfter, heldBack, others } =
		found;
	const canaries = Object.entries(found.canaries).map(
		([name, { answered, refused, failed, p99 }]) =>
			`${name} ${answered}/${refused}/${JSON.stringify(failed)} p99 ${Math.round(p99)} ms`,
	);
	return [
		`${phase}: ${Math.round(goodput)} credits/s (p99 ${Math.round(acceptedLatency.p99)} ms)`,
		`${refused} refused (p99 ${Math.round(refusedLatency.p99)} ms, ${refusedWithoutRetryAfter} without retry-after)`,
		`${heldBack} held back, others ${JSON.stringify(others)}, ${found.rssMaxMb} MB`,
		canaries.join(', '),
	].join('; ');
}

type CanaryResult = LatencySummary & { answered: number; refused: number; failed: Record<string, number> };

const PAUSE_MS = 200;
const PATIENCE_MS = 20_000;

function startCanaries(url: string, { email, password, uid, accessToken, wanted }: User) {
	let isOver = false;

	async function repeat(send: () => Promise<Response>): Promise<CanaryResult> {
		const latencies: number[] = [];
		const counts = { answered: 0, refused: 0 };
		const failed: Record<string, number> = {};
		while (!isOver) {
			const startedAt = performance.now();
			const outcome = await outcomeOf(send);
			latencies.push(performance.now() - startedAt);
			if (outcome === 'answered' || outcome === 'refused') counts[outcome] += 1;
			else failed[outcome] = (failed[outcome] ?? 0) + 1;
			await sleep(PAUSE_MS);
		}
		return { ...counts, failed, ...summarise(latencies) };
	}

	const own = bearer(accessToken);
	const signal = () => AbortSignal.timeout(PATIENCE_MS);
	const post = (path: string, body: Json, headers: Record<string, string> = {}) =>
		fetch(url + path, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
			signal: signal(),
		});
	const results = Promise.all([
		repeat(() => post('/auth/sign-in/email', { email, password })),
		repeat(() => post('/api/processWithdrawal', { data: { ...wanted, requestId: crypto.randomUUID() } }, own)),
		repeat(() => fetch(`${url}/data/users/${uid}`, { headers: own, signal: signal() })),
	]);
	return {
		async end() {
			isOver = true;
			const [signIn, withdrawal, profile] = await results;
			return { signIn, withdrawal, profile };
		},
	};
}

async function outcomeOf(send: () => Promise<Response>): Promise<string> {
	try {
		const response = await send();
		const text = await response.text();
		if (response.status < 500 && response.status !== 429) return 'answered';
		const isRefused = [429, 503, 504].includes(response.status) && response.headers.has('retry-after');
		return isRefused ? 'refused' : `${response.status} ${text.slice(0, 100)}`;
	} catch (error) {
		return (error as Error).name;
	}
}
