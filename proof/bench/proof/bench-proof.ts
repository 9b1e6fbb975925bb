import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database } from '../../../server/lib/db/database.ts';
import type { BenchOptions } from '../bench-options.ts';
import { fillBooks } from '../credits/filled.ts';
import { type Child, startMeasured } from '../lib/child-process.ts';
import { costOf } from '../lib/cpu-time.ts';
import type { LatencySummary } from '../lib/latencies.ts';
import { peakDuring, residentOf } from '../lib/memory.ts';
import { type Finding, formatReport } from '../lib/report.ts';
import { RESULTS_FOLDER, writeResult } from '../lib/results.ts';
import { checkpoint as flush, startThrowawayPostgres, type ThrowawayPostgres } from '../lib/throwaway-postgres.ts';
import { makeUsers } from '../withdrawals/users.ts';
import { MAKER, type ProofCalls } from './product-process.ts';
import { createRequests, type Requests } from './requests.ts';
import { runChecker } from './run-checker.ts';

const WALLETS = 1_000_000;
const PEOPLE = 400;
/** Without `--filled`. */
const TRANSFERS = 200_000;
const CHECKPOINTS = 30;
const MB = 1024 * 1024;
const budgets = { treeSeconds: 60, treeMb: 300, p99Times: 1.2, bytesPerTransfer: 34 };

export type ProofResult = {
	transfers: number;
	people: number;
	sealSeconds: number;
	bytesPerTransfer: number;
	lookSeconds: number;
	keysSeconds: number;
	tree: {
		seconds: number;
		productMb: number;
		databaseMb: number;
		cpuSeconds: number;
		otherCores: number;
		waits: number;
	};
	/** Of requests: before the tree, while it is made, after it. */
	latency: Record<'before' | 'during' | 'after', LatencySummary>;
	checker: { siteSeconds: number; said: string };
};

/**
 * The log, the tree of what is owed beside requests, and the checker in Python, over a site with a million wallets.
 * @returns false where something did not hold, or was not answered.
 */
export async function benchProof({ seconds, profile, filled }: BenchOptions): Promise<boolean> {
	await mkdir(RESULTS_FOLDER, { recursive: true });
	const postgres = await startThrowawayPostgres();
	const endings: (() => Promise<unknown>)[] = [postgres.stop];
	try {
		const owner = createDatabase(
			createPool({ url: postgres.ownerUrl, poolSize: 2, applicationName: 'bench', isRetrying: true, onError() {} }),
		);
		endings.push(() => owner.destroy());
		const fillSeconds = await timed(() => fill(postgres, owner, filled || TRANSFERS));
		console.log(`filled in ${fillSeconds} s: ${WALLETS} wallets, ${filled || TRANSFERS} transfers`);
		const file = join(import.meta.dirname, 'product-process.ts');
		const product = startMeasured<ProofCalls>(file, { bench: 'proof-', profile, onEnd: endings });
		const { appUrl: databaseUrl, ownerUrl, dataDir } = postgres;
		const { port } = await product.ask('open', { databaseUrl, ownerUrl, dataDir });
		const tokens = await product.ask('tokens', { first: 1, end: PEOPLE + 1 });
		const requests = createRequests({ port, tokens });
		const stage = { postgres, owner, product, requests, seconds };

		const log = await measureLog(stage);
		const tree = await measureTree(stage);
		for (let n = 0; n < CHECKPOINTS; n += 1) {
			await requests.during(() => product.ask('checkpoint', { isWithTree: false }));
		}
		const { checker, problems } = await runChecker({ port, token: tokens[0] ?? '' });
		const result: ProofResult = { ...log.figures, ...tree, checker };
		await writeResult('proof.json', result);
		console.log(`\n${formatReport(proofFindings(result))}\n`);
		const surprises = Object.entries(requests.surprises).map(([what, n]) => `${n} × ${what}`);
		const wrong = [...log.problems, ...problems, ...surprises];
		console.log(wrong.length === 0 ? 'Everything holds.' : wrong.join('\n'));
		return wrong.length === 0;
	} finally {
		for (const end of endings.toReversed()) await end();
	}
}

type Stage = {
	postgres: ThrowawayPostgres;
	owner: Database;
	product: Child<ProofCalls>;
	requests: Requests;
	seconds: number;
};

async function fill(postgres: ThrowawayPostgres, owner: Database, transfers: number): Promise<void> {
	await makeUsers(owner, PEOPLE);
	// The first of them are those that postbacks are for.
	await sql`
		insert into wallets (uid) select md5('user/' || n)::uuid from generate_series(0, ${WALLETS - PEOPLE - 1}) n order by random()
	`.execute(owner);
	await fillBooks(owner, transfers);
	await flush(postgres);
}

async function measureLog({ owner, product }: Stage) {
	const sealSeconds = await timed(() => product.ask('seal', null));
	const { rows } = await sql<{ count: number; each: number }>`
		select count, pg_total_relation_size('transfer_log_chunks')::float / count as each from transfer_log
	`.execute(owner);
	const { count, each } = rows[0] ?? { count: 0, each: Number.NaN };
	console.log(`sealed in ${sealSeconds} s: ${each.toFixed(2)} bytes a transfer`);
	await product.ask('checkpoint', { isWithTree: false });
	const look = await timedResult(() => product.ask('look', null));
	console.log(`each transfer against its leaf in ${look.seconds} s`);
	const problems = look.result.problems.map(({ rule, detail }) => `${rule}: ${detail}`);
	return {
		figures: { transfers: count, sealSeconds, bytesPerTransfer: round(each), lookSeconds: look.seconds },
		problems,
	};
}

/** In the process that answers requests, as on a small site. */
async function measureTree({ postgres, owner, product, requests, seconds }: Stage) {
	const keysSeconds = await timed(() => product.ask('prepare', null));
	await requests.during(() => sleep(3_000));
	const before = await requests.during(() => sleep(seconds * 1000));
	const idle = await residentOf(product.pid, 'VmRSS');
	const inProduct = async () => (await residentOf(product.pid, 'VmRSS')) - idle;
	let waits = 0;
	const inDatabase = async () => {
		const { bytes, waiting } = await lookInto(owner);
		waits += waiting;
		return bytes;
	};
	const making = () => product.ask('checkpoint', { isWithTree: true });
	const during = await requests.during(() =>
		costOf({ postgres, product }, () => peakDuring(inProduct, () => peakDuring(inDatabase, () => timedResult(making)))),
	);
	const { result: peaks, ...cost } = during.result;
	const { result: made, seconds: treeSeconds } = peaks.result.result;
	const after = await requests.during(() => sleep(seconds * 1000));
	const figures = {
		people: made.liabilities?.people ?? 0,
		keysSeconds,
		tree: {
			seconds: treeSeconds,
			productMb: Math.ceil(peaks.peak / MB),
			databaseMb: Math.ceil(peaks.result.peak / MB),
			cpuSeconds: round(Object.values(cost.seconds).reduce((sum, each) => sum + each, 0)),
			otherCores: round(Math.max(0, cost.others) / during.seconds),
			/** Seen waiting for a lock, looked at ten times a second. */
			waits,
		},
		latency: { before: before.latency, during: during.latency, after: after.latency },
	};
	console.log(JSON.stringify(figures, null, '\t'));
	return figures;
}

/** What the connections that make it hold for themselves, and how many others wait for somebody's lock at this moment. */
async function lookInto(owner: Database): Promise<{ bytes: number; waiting: number }> {
	const { rows } = await sql<{ pid: number; maker: boolean; waits: boolean }>`
		select pid, application_name = ${MAKER} as maker, coalesce(wait_event_type = 'Lock', false) as waits
		from pg_stat_activity where datname = current_database()
	`.execute(owner);
	const makers = rows.filter(({ maker }) => maker);
	const each = await Promise.all(makers.map(({ pid }) => residentOf(pid, 'RssAnon')));
	const waiting = rows.filter(({ maker, waits }) => waits && !maker).length;
	return { bytes: each.reduce((sum, bytes) => sum + bytes, 0), waiting };
}

export function proofFindings({ transfers, people, tree, latency, checker, ...log }: ProofResult): Finding[] {
	const mb = tree.productMb + tree.databaseMb;
	const quiet = Math.max(latency.before.p99, latency.after.p99);
	const times = latency.during.p99 / quiet;
	return [
		{
			what: `tree of ${people} wallets`,
			budget: `${budgets.treeSeconds} s`,
			measured: `${tree.seconds} s, ${tree.cpuSeconds} of processor with its requests, others used ${tree.otherCores} cores`,
			ratio: budgets.treeSeconds / tree.seconds,
		},
		{
			what: '  memory that it takes beside requests',
			budget: `${budgets.treeMb} MB`,
			measured: `${tree.productMb} MB more of the product, ${tree.databaseMb} MB of PostgreSQL`,
			ratio: budgets.treeMb / mb,
		},
		{
			what: '  p99 of 200 requests a second meanwhile',
			budget: `${budgets.p99Times} times`,
			measured: `${latency.during.p99} ms = ${times.toFixed(2)} × ${quiet} ms (before ${latency.before.p99}, after ${latency.after.p99}); seen waiting for a lock: ${tree.waits}`,
			ratio: budgets.p99Times / times,
		},
		{
			what: 'a transfer in the log, with indexes',
			budget: `${budgets.bytesPerTransfer} bytes`,
			measured: `${log.bytesPerTransfer} bytes`,
			ratio: budgets.bytesPerTransfer / log.bytesPerTransfer,
		},
		{
			what: `${transfers} transfers sealed, and read against their leaves`,
			budget: '',
			measured: `${log.sealSeconds} s, ${log.lookSeconds} s`,
		},
		{ what: 'keys of people, once', budget: '', measured: `${log.keysSeconds} s` },
		{ what: 'the checker in Python', budget: '', measured: `${checker.siteSeconds} s: ${checker.said}` },
	];
}

async function timedResult<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
	const startedMs = performance.now();
	const result = await work();
	return { result, seconds: round((performance.now() - startedMs) / 1000) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	return (await timedResult(work)).seconds;
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
