import { mkdir } from 'node:fs/promises';
import { formatReport } from '../lib/report.ts';
import { type BenchOptions, RESULTS_FOLDER, writeResult } from '../lib/results.ts';
import { startThrowawayPostgres } from '../lib/throwaway-postgres.ts';
import { findingsOf } from './findings.ts';
import { measureCredits } from './measure-credits.ts';

/** @returns false if the ledger is wrong. */
export async function benchCredits({ seconds, filled }: BenchOptions): Promise<boolean> {
	const progress = startProgress();
	progress('starting PostgreSQL');
	await mkdir(RESULTS_FOLDER, { recursive: true });
	const postgres = await startThrowawayPostgres();
	const endings: (() => Promise<unknown>)[] = [postgres.stop];
	const interrupted = new Promise<never>((_, reject) => {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(signal)));
	});
	try {
		const stage = { postgres, seconds, filled, progress, onEnd: endings };
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
	} finally {
		for (const end of endings.toReversed()) await end();
	}
}

function startProgress(): (line: string) => void {
	const start = performance.now();
	return (line) => console.log(`[${String(Math.round((performance.now() - start) / 1000)).padStart(3)} s] ${line}`);
}
