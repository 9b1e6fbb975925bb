import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database } from '../../../server/lib/db/database.ts';
import type { BenchOptions } from '../bench-options.ts';
import { startMeasured } from '../lib/child-process.ts';
import { type Finding, formatReport } from '../lib/report.ts';
import { RESULTS_FOLDER, writeResult } from '../lib/results.ts';
import { startThrowawayPostgres } from '../lib/throwaway-postgres.ts';
import { fillSite, PEOPLE } from './fill-site.ts';
import { measureTree, type Stage, type TreeResult } from './measure-tree.ts';
import { measurePaths, type PathsResult } from './paths.ts';
import type { ProofCalls } from './product-process.ts';
import { createRequests } from './requests.ts';
import { runChecker } from './run-checker.ts';

/** Without `--filled`. */
const TRANSFERS = 200_000;
const CHECKPOINTS = 30;
const budgets = { treeSeconds: 60, treeMb: 300, p99Times: 1.2, bytesPerTransfer: 34 };

export type ProofResult = {
	transfers: number;
	/** Those that were not before. */
	sealedPerSecond: number;
	sealSeconds: number;
	bytesPerTransfer: number;
	lookSeconds: number;
	keysSeconds: number;
	paths: PathsResult;
	checker: { siteSeconds: number; said: string };
} & TreeResult;

/**
 * The log, the tree of what is owed beside requests, and the checker in Python, over a site with a million wallets.
 * @returns false where something did not hold, or was not answered.
 */
export async function benchProof({ seconds, profile, filled, data }: BenchOptions): Promise<boolean> {
	await mkdir(RESULTS_FOLDER, { recursive: true });
	const postgres = await startThrowawayPostgres(data);
	const endings: (() => Promise<unknown>)[] = [postgres.stop];
	try {
		const owner = createDatabase(
			createPool({ url: postgres.ownerUrl, poolSize: 2, applicationName: 'bench', isRetrying: true, onError() {} }),
		);
		endings.push(() => owner.destroy());
		const fillSeconds = await timed(() => fillSite(postgres, owner, filled || TRANSFERS));
		console.log(`filled in ${fillSeconds} s`);
		const file = join(import.meta.dirname, 'product-process.ts');
		const product = startMeasured<ProofCalls>(file, { bench: 'proof-', profile, onEnd: endings });
		const { appUrl: databaseUrl, ownerUrl, dataDir } = postgres;
		const { port } = await product.ask('open', { databaseUrl, ownerUrl, dataDir });
		const tokens = await product.ask('tokens', { first: 1, end: PEOPLE + 1 });
		const requests = createRequests({ port, tokens });
		const stage = { postgres, owner, product, requests, seconds };

		const log = await measureLog(stage);
		const keysSeconds = await timed(() => product.ask('prepare', null));
		const tree = await measureTree(stage);
		const paths = await measurePaths({ port, tokens }, tree.people);
		for (let n = 0; n < CHECKPOINTS; n += 1) {
			await requests.during(() => product.ask('checkpoint', { isWithTree: false }));
		}
		const { checker, problems } = await runChecker({ port, token: tokens[0] ?? '' });
		const result: ProofResult = { ...log.figures, keysSeconds, ...tree, paths, checker };
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

async function measureLog({ owner, product }: Stage) {
	const before = await readLog(owner);
	const sealSeconds = await timed(() => product.ask('seal', null));
	const { count, bytes } = await readLog(owner);
	const [each, sealed] = [bytes / count, count - before.count];
	console.log(`sealed ${sealed} of ${count} in ${sealSeconds} s: ${each.toFixed(2)} bytes a transfer`);
	await product.ask('checkpoint', { isWithTree: false });
	const look = await timedResult(() => product.ask('look', null));
	console.log(`each transfer against its leaf in ${look.seconds} s`);
	const problems = look.result.problems.map(({ rule, detail }) => `${rule}: ${detail}`);
	return {
		figures: {
			...{ transfers: count, sealSeconds, sealedPerSecond: Math.round(sealed / sealSeconds) },
			...{ bytesPerTransfer: round(each), lookSeconds: look.seconds },
		},
		problems,
	};
}

async function readLog(owner: Database): Promise<{ count: number; bytes: number }> {
	const { rows } = await sql<{ count: number; bytes: number }>`
		select count, pg_total_relation_size('transfer_log_chunks') as bytes from transfer_log
	`.execute(owner);
	return rows[0] ?? { count: 0, bytes: 0 };
}

export function proofFindings({ transfers, people, tree, latency, paths, checker, ...log }: ProofResult): Finding[] {
	const mb = tree.productMb + tree.databaseMb;
	const times = latency.beside.p99 / latency.without.p99;
	const p99s = { without: log.p99s.without.join(', '), beside: log.p99s.beside.join(', ') };
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
			measured: `${latency.beside.p99} ms = ${times.toFixed(2)} × ${latency.without.p99} ms (in turns: without ${p99s.without}; beside ${p99s.beside}); seen waiting for a lock: ${tree.waits}`,
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
			measured: `${log.sealSeconds} s (${log.sealedPerSecond}/s), ${log.lookSeconds} s`,
		},
		{
			what: `what ${paths.asked} paths show`,
			budget: '',
			measured: `${paths.steps} steps, ${paths.bytes.join(' to ')} bytes; the amounts of ${paths.othersShown} others, sums of ${paths.fewestInSum} and more`,
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
