import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkpoint, makeLogFiles, median, perSecond, type ThrowawayPostgres } from '../lib/bench.ts';
import { type MeasuredIn, startMeasured } from '../lib/child-process.ts';
import { costOf } from '../lib/cpu-time.ts';
import { type MeasuredProduct, startProduct } from '../lib/start-product.ts';
import { createTpcbDatabase, TPCB_SCALE } from '../tpcb/tpcb-database.ts';
import type { TpcbCalls } from '../tpcb/tpcb-process.ts';
import {
	fillBooks,
	measureHistory,
	measureSizes,
	measureTables,
	type NumberRange,
	openWallets,
	verifyBooks,
} from './books.ts';
import type { LoadCalls, LoadInput, LoadResult } from './load-process.ts';
import { WALLET_COUNT, wallEntries } from './postback-mix.ts';

export type Stage = MeasuredIn & {
	postgres: ThrowawayPostgres;
	seconds: number;
	filled: number;
	progress: (line: string) => void;
};

export type Figures = Awaited<ReturnType<typeof measureCredits>>;

export const TPCB_CLIENTS = 32;
/** TPC-B and credits alternate, so that other work disturbs both alike. */
const ROUNDS = 3;
const CONNECTIONS = 512;
const OPEN_LOOP_CONNECTIONS = 1_024;
const OPEN_LOOP_RATES = [1_000, 4_000];
const OPEN_LOOP_SHARE = 0.7;
const SETTLE_MS = 15_000;
/** Seconds until most pages were logged once since the checkpoint. */
const STEADY_SECONDS = 60;

export async function measureCredits(stage: Stage) {
	const { postgres, seconds, progress } = stage;
	const warmUpSeconds = Math.max(1, seconds / 5);
	const { owner } = postgres;
	progress(`filling: TPC-B at scale ${TPCB_SCALE}, ${WALLET_COUNT} wallets`);
	const tpcb = startMeasured<TpcbCalls>(join(import.meta.dirname, '../tpcb/tpcb-process.ts'), stage);
	await tpcb.request('open', { url: await createTpcbDatabase(postgres.superuserUrl), clients: TPCB_CLIENTS });
	await openWallets(owner);
	progress('making log files');
	await makeLogFiles(postgres);
	const emptyTables = await measureTables(owner);
	const load = startMeasured<LoadCalls>(join(import.meta.dirname, 'load-process.ts'), stage);
	const product = await startProductWithWalls(stage);
	const ranges: NumberRange[] = [];

	const measureTpcb = () => costing({ postgres, client: tpcb }, () => tpcb.request('run', { warmUpSeconds, seconds }));
	const send = (input: Partial<LoadInput>, to = product) =>
		costing({ postgres, product: to, load }, async () => {
			const whole = { port: to.port, hot: false, connections: CONNECTIONS, warmUpSeconds, seconds, ...input };
			const result = await load.request('run', whole);
			ranges.push({ ...result, hot: whole.hot });
			return result;
		});

	progress('warming up');
	await measureTpcb();
	const warming = await send({});
	const rounds = await measureRounds(stage, measureTpcb, send);
	const peak = median(rounds.map(({ credits }) => credits.postbacksPerSecond));
	const open: OpenLoop[] = [];
	for (const rate of [...OPEN_LOOP_RATES, OPEN_LOOP_SHARE * peak]) {
		progress(`open loop at ${perSecond(rate)}`);
		open.push({ rate, ...(await send({ rate, connections: OPEN_LOOP_CONNECTIONS })) });
	}
	const sizes = await measureSizes(owner, emptyTables);

	const history = [await measureHistory(owner)];
	await Promise.all([tpcb.end(), product.end()]);

	const filled = await measureFilled(stage, send);
	if (filled) history.push(filled.history);

	progress('comparing the books with what was acknowledged');
	const acknowledgedPath = join(postgres.dataDir, 'acknowledged');
	await load.request('writeAcknowledged', { path: acknowledgedPath });
	const books = await verifyBooks(owner, acknowledgedPath, ranges);
	const sent = [
		warming,
		...rounds.flatMap(({ credits, hot }) => [credits, hot]),
		...open,
		...(filled ? [...filled.runs, filled.steady] : []),
	];
	books.problems.push(
		...sent.flatMap(({ surprises }) => Object.entries(surprises)).map(([what, n]) => `${n} × ${what}`),
	);

	return { rounds, open, sizes, history, filled, books };
}

type Send = (input: Partial<LoadInput>, to?: MeasuredProduct) => Promise<Sent>;
type OpenLoop = Sent & { rate: number };
type Round = { tpcb: TpcbCalls['run']['result'] & Cost; credits: Sent; hot: Sent };

async function measureRounds(
	{ progress }: Stage,
	measureTpcb: () => Promise<Round['tpcb']>,
	send: Send,
): Promise<Round[]> {
	const rounds: Round[] = [];
	for (let round = 1; round <= ROUNDS; round += 1) {
		const tpcb = await measureTpcb();
		const credits = await send({});
		const hot = await send({ hot: true });
		progress(
			`round ${round} of ${ROUNDS}: TPC-B ${perSecond(tpcb.tps)}, credits ${perSecond(credits.creditsPerSecond)}, ` +
				`of one user ${perSecond(hot.creditsPerSecond)}`,
		);
		rounds.push({ tpcb, credits, hot });
	}
	return rounds;
}

/** Measures right after a checkpoint, when touched pages are logged whole, then in the steady state. */
async function measureFilled(stage: Stage, send: Send) {
	const { filled: credits, progress, postgres } = stage;
	if (credits === 0) return undefined;
	progress(`filling: ${credits.toLocaleString('en')} credits`);
	await fillBooks(postgres.owner, credits);
	progress(`settling for ${SETTLE_MS / 1000} s`);
	await sleep(SETTLE_MS);
	await checkpoint(postgres);
	const product = await startProductWithWalls(stage);
	const runs: Sent[] = [];
	for (let round = 1; round <= ROUNDS; round += 1) {
		const run = await send({}, product);
		progress(`round ${round} of ${ROUNDS}: credits ${perSecond(run.creditsPerSecond)}`);
		runs.push(run);
	}
	const steady = await send({ seconds: STEADY_SECONDS }, product);
	progress(`for ${STEADY_SECONDS} s: credits ${perSecond(steady.creditsPerSecond)}`);
	return { credits, runs, steady, history: await measureHistory(postgres.owner) };
}

type Sent = LoadResult & Cost;
type Cost = {
	/** CPU time in µs per transaction or postback. */
	cpuMicros: Record<string, number>;
	otherWork: number;
};

async function costing<Result extends { total: number }>(
	processes: Record<string, { pid: number }>,
	work: () => Promise<Result>,
): Promise<Result & Cost> {
	const { result, seconds, others, machine } = await costOf(processes, work);
	const micros = Object.entries(seconds).map(([name, used]) => [name, Math.round((used / result.total) * 1e7) / 10]);
	return { ...result, cpuMicros: Object.fromEntries(micros), otherWork: Math.max(0, others) / machine };
}

async function startProductWithWalls(stage: Stage): Promise<MeasuredProduct> {
	const wallsFile = join(stage.postgres.dataDir, 'offerwalls.json');
	await writeFile(wallsFile, JSON.stringify(wallEntries));
	const vendor = { RBXCRATE_URL: 'http://127.0.0.1:9', RBXCRATE_API_KEY: 'unused' };
	return startProduct(stage, { OFFERWALLS_FILE: wallsFile, ...vendor });
}
