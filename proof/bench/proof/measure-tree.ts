import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../../server/lib/db/database.ts';
import type { Child } from '../lib/child-process.ts';
import { costOf } from '../lib/cpu-time.ts';
import { type LatencySummary, summarise } from '../lib/latencies.ts';
import { peakDuring, residentOf } from '../lib/memory.ts';
import type { ThrowawayPostgres } from '../lib/throwaway-postgres.ts';
import { MAKER, type ProofCalls } from './product-process.ts';
import type { Requests } from './requests.ts';

const ROUNDS = 3;
const WARM_UP_MS = 5_000;
/** Sixty of its requests are above its p99. */
const WINDOW_SECONDS_MIN = 30;
const MB = 1024 * 1024;

export type Stage = {
	postgres: ThrowawayPostgres;
	owner: Database;
	product: Child<ProofCalls>;
	requests: Requests;
	seconds: number;
};

type Window = {
	seconds: number;
	latencies: number[];
	/** More than before, in bytes. */
	product: number;
	database: number;
	cpuSeconds: number;
	otherCores: number;
	waits: number;
};

export type TreeResult = {
	people: number;
	tree: {
		seconds: number;
		productMb: number;
		databaseMb: number;
		cpuSeconds: number;
		otherCores: number;
		waits: number;
	};
	/** Of requests in windows without a tree, and in those of one, in turns. */
	latency: Record<'without' | 'beside', LatencySummary>;
	/** p99 of each window, in order. */
	p99s: Record<'without' | 'beside', number[]>;
};

/** In the process that answers requests, as on a small site. Each tree between two windows without one, looked at alike. */
export async function measureTree(stage: Stage): Promise<TreeResult> {
	const { product, requests, seconds } = stage;
	const windowMs = Math.max(seconds, WINDOW_SECONDS_MIN) * 1000;
	const watch = await createWatch(stage);
	await requests.during(() => sleep(WARM_UP_MS));
	const [without, beside]: [Window[], Window[]] = [[(await watch(() => sleep(windowMs))).window], []];
	let people = 0;
	for (let round = 0; round < ROUNDS; round += 1) {
		const made = await watch(() => product.ask('checkpoint', { isWithTree: true }));
		people = made.result.liabilities?.people ?? 0;
		beside.push(made.window);
		without.push((await watch(() => sleep(windowMs))).window);
	}
	const most = (of: (window: Window) => number) => Math.max(...beside.map(of));
	const p99sOf = (windows: Window[]) => windows.map(({ latencies }) => summarise(latencies).p99);
	const figures = {
		people,
		tree: {
			seconds: most((window) => window.seconds),
			productMb: Math.ceil(most((window) => window.product) / MB),
			databaseMb: Math.ceil(most((window) => window.database) / MB),
			cpuSeconds: most((window) => window.cpuSeconds),
			otherCores: most((window) => window.otherCores),
			waits: most((window) => window.waits),
		},
		latency: { without: summarise(all(without)), beside: summarise(all(beside)) },
		p99s: { without: p99sOf(without), beside: p99sOf(beside) },
	};
	console.log(JSON.stringify(figures, null, '\t'));
	return figures;
}

function all(windows: readonly Window[]): number[] {
	return windows.flatMap(({ latencies }) => latencies);
}

/** Looks on while requests are sent beside `work`: what is looked at costs the same in each window. */
async function createWatch({ postgres, owner, product, requests }: Stage) {
	const idle = await residentOf(product.pid, 'VmRSS');
	const inProduct = async () => (await residentOf(product.pid, 'VmRSS')) - idle;
	return async <Result>(work: () => Promise<Result>): Promise<{ result: Result; window: Window }> => {
		let waits = 0;
		const inDatabase = async () => {
			const { bytes, waiting } = await lookInto(owner);
			waits += waiting;
			return bytes;
		};
		const { result: cost, ...sent } = await requests.during(() =>
			costOf({ postgres, product }, () => peakDuring(inProduct, () => peakDuring(inDatabase, work))),
		);
		const { peak, result: inner } = cost.result;
		const cpuSeconds = Object.values(cost.seconds).reduce((sum, each) => sum + each, 0);
		return {
			result: inner.result,
			window: {
				...{ seconds: round(sent.seconds), latencies: sent.latencies, product: peak, database: inner.peak, waits },
				cpuSeconds: round(cpuSeconds),
				otherCores: round(Math.max(0, cost.others) / sent.seconds),
			},
		};
	};
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

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
