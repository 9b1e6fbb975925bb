import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, createPool } from '../../../server/lib/db/database.ts';
import { prepareSchema } from '../../../server/lib/db/prepare-schema.ts';
import { EMBEDDED_APP_LOGIN, startEmbeddedPostgres } from '../../../server/lib/postgres/embedded-postgres.ts';
import { execute } from '../../../test/support/execute.ts';

export type LatencySummary = { p50: number; p95: number; p99: number; p999: number; max: number };

export function summarise(latencies: readonly number[]): LatencySummary {
	const sorted = Float64Array.from(latencies).sort();
	const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
	return { p50: at(0.5), p95: at(0.95), p99: at(0.99), p999: at(0.999), max: at(1) };
}

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? Number.NaN;
	return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export const round = (value: number): number => Math.round(value * 100) / 100;

export type Finding = {
	what: string;
	budget: string;
	measured: string;
	/** Ratio to the budget; above 1 is better. Absent without a budget. */
	ratio?: number;
};

export const shown = (what: string, measured: string): Finding => ({ what, budget: '', measured });

export function atMost(what: string, unit: string, measured: number, limit: number | undefined, more = ''): Finding {
	const found = shown(what, `${measured} ${unit}${more}`);
	return limit ? { ...found, budget: `${limit} ${unit}`, ratio: limit / measured } : found;
}

export function formatReport(findings: readonly Finding[]): string {
	const rows = findings.map(({ what, budget, measured, ratio }) => [
		what,
		budget,
		measured,
		ratio === undefined ? '' : ratio.toFixed(2),
		ratio === undefined ? '' : outcome(ratio),
	]);
	return formatTable(['', 'budget', 'measured', 'ratio', ''], rows);
}

export function formatTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
	const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
	const line = (cells: readonly string[]) =>
		cells
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd();
	return [line(titles), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}

const outcome = (ratio: number): string => (ratio >= 1 ? 'met' : `missed by ${Math.ceil((1 - ratio) * 100)} %`);

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`;

export type BenchOptions = { seconds: number; filled: number; only: readonly string[] };

export const RESULTS_FOLDER = join(import.meta.dirname, '../../../build/bench');

export async function writeResult(file: string, figures: object) {
	const machine = { cores: availableParallelism(), cpu: cpus()[0]?.model, node: process.version };
	const result = { at: new Date().toISOString(), machine, ...figures };
	await mkdir(RESULTS_FOLDER, { recursive: true });
	await writeFile(join(RESULTS_FOLDER, file), `${JSON.stringify(result, null, '\t')}\n`);
	return machine;
}

export type ThrowawayPostgres = Awaited<ReturnType<typeof startThrowawayPostgres>>;

export async function startThrowawayPostgres() {
	await using opened = new AsyncDisposableStack();
	const { path: dataDir } = opened.use(await mkdtempDisposable(join(tmpdir(), 'lootpass-bench-')));
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
	opened.defer(postgres.stop);
	const limits = { poolSize: 2, isRetrying: true } as const;
	const pool = createPool({ url: postgres.ownerUrl, applicationName: 'bench', onError() {}, ...limits });
	const owner = opened.use(createDatabase(pool));
	await prepareSchema(pool, { appLogin: EMBEDDED_APP_LOGIN });
	const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
	const running = opened.move();
	return { ...postgres, owner, dataDir, pid: Number(pid), [Symbol.asyncDispose]: () => running.disposeAsync() };
}

export const checkpoint = ({ superuserUrl }: ThrowawayPostgres) => execute(superuserUrl, 'checkpoint');

const LOG_FILES = 128;

/** Creating a WAL file blocks every commit. */
export const makeLogFiles = ({ superuserUrl }: ThrowawayPostgres) => {
	const fillOne = ["select pg_logical_emit_message(false, 'bench', '')", 'select pg_switch_wal()'];
	return execute(superuserUrl, ...Array(LOG_FILES).fill(fillOne).flat(), 'checkpoint');
};
