import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../../server/lib/db/database.ts';
import { createRandom } from '../../../test/partners/random.ts';
import { onStage, type Stage } from '../overload/stage.ts';

export type SoakTimes = { minutes: number; secondsOfAMinute?: number; peakSeconds?: number };

/** What a minute looked like. Memory in MB, latencies in milliseconds. */
export type SoakSample = {
	minute: number;
	creditsPerSecond: number;
	p50: number;
	p99: number;
	signInP99: number;
	withdrawalP99: number;
	/** In use after a collection. */
	heapMb: number;
	rssMb: number;
	connections: number;
	/** Since the first minute began, all tables and what indexes are on them. */
	bytesPerCredit: { tables: number; indexes: number };
};

export type SoakResult = { rate: number; credits: number; samples: SoakSample[]; findings: string[] };

const PEAK_SECONDS = 15;
const PEAK_CONNECTIONS = 128;
const CONNECTIONS = 256;
const LOAD_SHARE = 0.5;
const MEGABYTE = 1024 * 1024;

export function proveSoak(times: SoakTimes & { seed: number }, say?: (line: string) => void): Promise<SoakResult> {
	const env = heapReports(times.secondsOfAMinute);
	return onStage(createRandom(times.seed), { env }, (stage) => soak(stage, times, say));
}

/** What a product is started with so that it tells what memory it uses. */
export function heapReports(secondsOfAMinute = 60): Record<string, string> {
	return {
		NODE_OPTIONS: `--expose-gc --import ${join(import.meta.dirname, 'report-heap.ts')}`,
		HEAP_REPORT_MS: String((secondsOfAMinute * 1000) / 2),
	};
}

/** Half of what it takes, for as long as is wanted, with somebody who signs in, withdraws and looks on all the time. */
export async function soak(
	{ world, run, findingsOf }: Stage,
	{ minutes, secondsOfAMinute = 60, peakSeconds = PEAK_SECONDS }: SoakTimes,
	say: (line: string) => void = () => {},
): Promise<SoakResult> {
	const peak = await run('peak', { seconds: peakSeconds, connections: PEAK_CONNECTIONS });
	const rate = peak.goodput * LOAD_SHARE;
	const before = await sizesOf(world.db);
	const samples: SoakSample[] = [];
	let credits = 0;
	for (let minute = 1; minute <= minutes; minute += 1) {
		const found = await run(`minute ${minute}`, { rate, seconds: secondsOfAMinute, connections: CONNECTIONS });
		credits += found.acknowledged;
		const sizes = await sizesOf(world.db);
		const perCredit = (of: 'tables' | 'indexes') => Math.round((sizes[of] - before[of]) / Math.max(1, credits));
		const memory = await readFile(world.heapReport, 'utf8').then(JSON.parse, () => ({ heapUsed: 0, rss: 0 }));
		const sample = {
			minute,
			creditsPerSecond: Math.round(found.goodput),
			p50: found.acceptedLatency.p50,
			p99: found.acceptedLatency.p99,
			signInP99: Math.round(found.signIn.p99),
			withdrawalP99: Math.round(found.withdrawal.p99),
			heapMb: Math.round((memory.heapUsed / MEGABYTE) * 10) / 10,
			rssMb: Math.round(memory.rss / MEGABYTE),
			connections: await connectionsOf(world.db),
			bytesPerCredit: { tables: perCredit('tables'), indexes: perCredit('indexes') },
		};
		samples.push(sample);
		say(JSON.stringify(sample));
	}
	return { rate, credits, samples, findings: await findingsOf() };
}

async function sizesOf(db: Database): Promise<{ tables: number; indexes: number }> {
	const { rows } = await sql<{ tables: number; indexes: number }>`
		select sum(pg_table_size(c.oid))::bigint as tables, sum(pg_indexes_size(c.oid))::bigint as indexes
		from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
	`.execute(db);
	return rows[0] as { tables: number; indexes: number };
}

async function connectionsOf(db: Database): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*)::int as count from pg_stat_activity where application_name like 'lootpass%'
	`.execute(db);
	return rows[0]?.count ?? 0;
}
