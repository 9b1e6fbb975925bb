import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { checkBooks } from '../../../server/books/check-books.ts';
import type { Database } from '../../../server/lib/db/database.ts';
import type { Random } from '../../../test/partners/random.ts';
import { type Child, startChild } from '../../bench/lib/child-process.ts';
import { signUp } from '../world/load.ts';
import { openWorld, WALL_SECRET, type World, type WorldOptions } from '../world/world.ts';
import { type CanaryResult, startCanaries } from './canaries.ts';
import type { FloodCalls, FloodInput, FloodResult } from './flood-process.ts';

export type PhaseResult = Omit<FloodResult, 'bits'> & {
	phase: string;
	/** Of the product's process, in MB, at its highest. */
	rssMaxMb: number;
	signIn: CanaryResult;
	withdrawal: CanaryResult;
	profile: CanaryResult;
};

type PhaseInput = Pick<FloodInput, 'connections' | 'seconds'> & { rate?: number };

export type Stage = Awaited<ReturnType<typeof openStage>>;

const USERS = 500;
const RSS_EVERY_MS = 250;
const TRIES_TO_GO_ON = 20;

/** Opens a world for a flood, and closes it whatever comes of that. */
export async function onStage<Result>(
	random: Random,
	options: WorldOptions,
	act: (stage: Stage) => Promise<Result>,
	say?: (line: string) => void,
): Promise<Result> {
	const world = await openWorld(random, options);
	try {
		const stage = await openStage(world, say);
		return await act(stage).finally(stage.close);
	} finally {
		await world.close();
	}
}

/** Somebody floods the product there, in one phase after the other, while a person uses it. */
export async function openStage(world: World, say: (line: string) => void = () => {}) {
	const { db, port } = world;
	const user = await signUp(world);
	const uids = Array.from({ length: USERS }, () => randomUUID());
	await sql`insert into wallets (uid) select unnest(${[...uids]}::uuid[])`.execute(db);
	const logs = await mkdtemp(join(tmpdir(), 'lootpass-flood-'));
	const child: Child<FloodCalls> = startChild(join(import.meta.dirname, 'flood-process.ts'), join(logs, 'log'), []);
	const phases: PhaseResult[] = [];
	const findings: string[] = [];
	const unverified: { phase: string; name: string; result: FloodResult }[] = [];

	/** Looks for everything that was acknowledged so far. */
	async function verify(): Promise<void> {
		for (const { phase, name, result } of unverified.splice(0)) {
			const lost = await countLost(db, name, result);
			if (lost > 0) findings.push(`${phase}: ${lost} acknowledged credits are not booked`);
		}
	}

	async function run(phase: string, input: PhaseInput): Promise<PhaseResult> {
		const name = `${phases.length}`;
		const canaries = startCanaries(`http://localhost:${port}`, user);
		const memory = watchMemory(world);
		const result = await child.ask('flood', { ...input, name, port, uids, secret: WALL_SECRET });
		const { bits, ...counted } = result;
		const found = { phase, ...counted, rssMaxMb: memory.end(), ...(await canaries.end()) };
		phases.push(found);
		unverified.push({ phase, name, result });
		const { exitCode, signalCode } = world.server().process;
		if (exitCode !== null || signalCode !== null) findings.push(`${phase}: the server ended`);
		say(lineOf(found));
		return found;
	}

	/** A calm phase behind trouble. On a busy machine the first connections may take longer than one. */
	async function goOn(input: PhaseInput, tries = TRIES_TO_GO_ON): Promise<PhaseResult> {
		const after = await run('after it', input);
		return after.acknowledged > 0 || tries === 1 ? after : goOn(input, tries - 1);
	}

	return {
		world,
		run,
		goOn,

		/** @returns what does not hold after all that was run: credits that were lost, books that are wrong. */
		async findingsOf(): Promise<string[]> {
			await verify();
			return [...findings, ...(await problemsOf(db))];
		},

		async close() {
			await child.end();
			await rm(logs, { recursive: true, force: true });
		},
	};
}

/** Once per transaction id is the database's own promise, so it is enough to look for those that are not there. */
async function countLost(db: Database, name: string, { bits, sent }: FloodResult): Promise<number> {
	await untilBack(db);
	const { rows } = await sql<{ n: number }>`
		select split_part(split_part(reference, '/', 3), '-', 2)::int as n
		from transfers where reference like ${`offer/w/${name}-%`} and kind = 'credit'
	`.execute(db);
	const booked = new Set(rows.map(({ n }) => n));
	const acknowledged = Buffer.from(bits, 'base64');
	let lost = 0;
	for (let n = 0; n < sent; n += 1) if ((acknowledged[n >> 3] ?? 0) & (1 << (n & 7)) && !booked.has(n)) lost += 1;
	return lost;
}

async function problemsOf(db: Database): Promise<string[]> {
	return (await checkBooks(db)).map((problem) => `books: ${JSON.stringify(problem)}`);
}

async function untilBack(db: Database): Promise<void> {
	for (let tries = 0; tries < 100; tries += 1) {
		const isBack = await sql`select 1`.execute(db).then(
			() => true,
			() => false,
		);
		if (isBack) return;
		await sleep(300);
	}
	throw new Error('the database did not come back');
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

function lineOf({ phase, goodput, refused, heldBack, others, rssMaxMb, ...rest }: PhaseResult): string {
	const canary = ({ answered, refused, failed, p99 }: CanaryResult) =>
		`${answered}/${refused}/${JSON.stringify(failed)} p99 ${Math.round(p99)} ms`;
	return [
		`${phase}: ${Math.round(goodput)} credits/s (p99 ${Math.round(rest.acceptedLatency.p99)} ms)`,
		`${refused} refused (p99 ${Math.round(rest.refusedLatency.p99)} ms, ${rest.refusedWithoutRetryAfter} without retry-after)`,
		`${heldBack} held back, others ${JSON.stringify(others)}, ${rssMaxMb} MB`,
		`sign-in ${canary(rest.signIn)}, withdrawal ${canary(rest.withdrawal)}, profile ${canary(rest.profile)}`,
	].join('; ');
}
