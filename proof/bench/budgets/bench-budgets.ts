import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runNode } from '../../run-node.ts';
import { type Finding, formatReport } from '../lib/report.ts';
import { RESULTS_FOLDER, writeResult } from '../lib/results.ts';
import { measureStart } from './measure-start.ts';
import { resultFiles } from './result-files.ts';

const BENCH = join(import.meta.dirname, '../main.ts');

/** Every bench in a process of its own. @returns false when one found something wrong, or did not come to its end. */
export async function benchBudgets(options: readonly string[]): Promise<boolean> {
	const findings: Finding[] = [];
	const failed: string[] = [];
	for (const { bench, file, read } of resultFiles) {
		console.log(`\n== ${bench}\n`);
		const path = join(RESULTS_FOLDER, file);
		// What an earlier run left must not be taken for this one's.
		await rm(path, { force: true });
		if (!(await runNode([BENCH, bench, ...options]))) failed.push(bench);
		findings.push(...(await read(path).catch(() => [{ what: bench, budget: '', measured: 'no result' }])));
	}
	console.log('\n== start\n');
	findings.push(await measureStart());

	const machine = await writeResult('budgets.json', { findings, failed });
	console.log(`\n${formatReport(findings)}\n\n${machine.cores} cores, ${machine.cpu}, Node ${machine.node}`);
	if (failed.length > 0) console.error(`Something was wrong in: ${failed.join(', ')}`);
	return failed.length === 0;
}
