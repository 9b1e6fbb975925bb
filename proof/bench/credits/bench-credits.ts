import {
	atMost,
	type BenchOptions,
	type Finding,
	formatReport,
	median,
	perSecond,
	shown,
	startThrowawayPostgres,
	writeResult,
} from '../lib/bench.ts';
import { TPCB_SCALE } from '../tpcb/tpcb-database.ts';
import { type Figures, measureCredits, TPCB_CLIENTS } from './measure-credits.ts';

export async function benchCredits({ seconds, filled }: BenchOptions): Promise<boolean> {
	const progress = startProgress();
	progress('starting PostgreSQL');
	await using opened = new AsyncDisposableStack();
	const postgres = opened.use(await startThrowawayPostgres());
	const interrupted = new Promise<never>((_, reject) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(signal)));
	});
	const stage = { bench: 'credits', postgres, seconds, filled, progress, opened };
	const figures = await Promise.race([measureCredits(stage), interrupted]);
	const machine = await writeResult('credits.json', { seconds, ...figures });

	const { problems, acknowledged, booked } = figures.books;
	console.log(`\n${formatReport(findingsOf(figures))}\n`);
	console.log(`${machine.cores} cores, shared by PostgreSQL, the product and the load generator.`);
	console.log(`${acknowledged} credits acknowledged, ${booked} booked.`);
	console.log(
		problems.length === 0 ? 'Each acknowledged credit is booked once; the books balance.' : problems.join('\n'),
	);
	return problems.length === 0;
}

function startProgress(): (line: string) => void {
	const start = performance.now();
	return (line) => console.log(`[${String(Math.round((performance.now() - start) / 1000)).padStart(3)} s] ${line}`);
}

/** Budgets for 1,000 (none) and 4,000 postbacks per second, and for the share of the peak. */
const P99_MS = [undefined, 30, 50];
const budgets = { floor: 3.5, goal: 5, hotShare: 0.8, bytesPerCredit: 400, filledShare: 0.9, historyMs: 10 };

/** Ratios per round, so disturbances affect both sides. */
function findingsOf(figures: Figures): Finding[] {
	const { rounds, open, sizes, history } = figures;
	const [ofTpcb, ofCredits] = [rounds.map(({ tpcb }) => tpcb), rounds.map(({ credits }) => credits)];
	const tps = median(ofTpcb.map(({ tps }) => tps));
	const credits = median(ofCredits.map(({ creditsPerSecond }) => creditsPerSecond));
	const toTpcb = median(rounds.map((round) => round.credits.creditsPerSecond / round.tpcb.tps));
	const hotShare = median(rounds.map(({ hot, credits }) => hot.creditsPerSecond / credits.creditsPerSecond));
	return [
		shown(`TPC-B, ${TPCB_CLIENTS} clients, prepared, scale ${TPCB_SCALE}`, perSecond(tps)),
		...Object.entries({ 'durable credits over HTTP': budgets.floor, '  the goal': budgets.goal }).map(
			([what, least]) => ({
				what,
				budget: `${least} × TPC-B`,
				measured: `${perSecond(credits)} = ${toTpcb.toFixed(2)} ×`,
				ratio: toTpcb / least,
			}),
		),
		...open.map(({ rate, latency }, index) => {
			const what = `p99 at ${perSecond(rate)} postbacks, open loop`;
			return atMost(what, 'ms', latency.p99, P99_MS[index], `, p50 ${latency.p50} ms`);
		}),
		{
			what: 'one hot user',
			budget: `${budgets.hotShare * 100} % of many`,
			measured: `${Math.round(hotShare * 100)} %`,
			ratio: hotShare / budgets.hotShare,
		},
		atMost('size of a credit, with indexes', 'bytes', Math.round(sizes.bytesPerCredit), budgets.bytesPerCredit),
		shown('size of a logged callback', `${Math.round(sizes.logBytesPerPostback)} bytes`),
		...filledFindings(figures, credits),
		...history.map(({ p99, deepest }) =>
			atMost(`history page p99, up to ${deepest.toLocaleString('en')} deep`, 'ms', p99, budgets.historyMs),
		),
		shown('processor time of a TPC-B transaction', costOf(ofTpcb)),
		shown('processor time of a postback', costOf(ofCredits)),
		shown('processor taken by other work, TPC-B and credits', `${shareOf(ofTpcb)} and ${shareOf(ofCredits)}`),
	];
}

function filledFindings({ filled }: Figures, emptyRate: number): Finding[] {
	if (!filled) return [];
	const { credits, runs, steady } = filled;
	const afterCheckpoint = median(runs.map((run) => run.creditsPerSecond));
	const ofEmpty = (rate: number) => ({
		budget: `${budgets.filledShare * 100} % of empty`,
		measured: `${perSecond(rate)} = ${Math.round((rate / emptyRate) * 100)} %`,
		ratio: rate / emptyRate / budgets.filledShare,
	});
	return [
		{
			what: `with ${credits.toLocaleString('en')} credits there already, right after a checkpoint`,
			...ofEmpty(afterCheckpoint),
		},
		shown('  processor time of a postback then', costOf(runs)),
		{ what: '  for a minute after that', ...ofEmpty(steady.creditsPerSecond) },
		shown('  processor time of a postback then', costOf([steady])),
	];
}

function costOf(results: readonly { cpuMicros: Record<string, number> }[]): string {
	const names = Object.keys(results[0]?.cpuMicros ?? {});
	return names
		.map((name) => `${name} ${Math.round(median(results.map(({ cpuMicros }) => cpuMicros[name] ?? 0)))} µs`)
		.join(', ');
}

/** Formats the CPU share of other processes. Above a few percent the rates are unreliable. */
function shareOf(results: readonly { otherWork: number }[]): string {
	return `${Math.round(median(results.map(({ otherWork }) => otherWork)) * 100)} %`;
}
