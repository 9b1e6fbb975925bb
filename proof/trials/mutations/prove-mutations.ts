import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNode } from '../../run-node.ts';
import { ruleFiles } from './rules.ts';

const ROOT = join(import.meta.dirname, '../../..');
const REPORTS = 'build/proof/mutants';
const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js';
const SCORE_MIN = 0.85;

/** A mutant that cannot run is in neither list. */
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

/** See https://github.com/stryker-mutator/mutation-testing-elements */
type Report = { files: Record<string, { mutants: { status: string }[] }> };

/** Stryker stores results and reruns only what changed. */
export async function proveMutations(): Promise<{ noticed: number; unnoticed: number; findings: string[] }> {
	const statuses: string[] = [];
	for (const { file, tests } of ruleFiles) {
		const report = `${REPORTS}/${file.replaceAll('/', '.')}.json`;
		const options = ['--mutate', file, '--incrementalFile', report, '--logLevel', 'error'];
		const args = [STRYKER, 'run', 'proof/trials/mutations/stryker.config.json', ...options];
		if (!(await runNode(args, { LOOTPASS_RULE_TESTS: tests.join(',') }))) throw new Error(`Stryker failed on ${file}`);
		const { files }: Report = JSON.parse(await readFile(join(ROOT, report), 'utf8'));
		statuses.push(...(files[file]?.mutants ?? []).map(({ status }) => status));
	}
	const count = (of: readonly string[]) => statuses.filter((status) => of.includes(status)).length;
	const [noticed, unnoticed] = [count(NOTICED), count(UNNOTICED)];
	const score = noticed / (noticed + unnoticed);
	const findings = score >= SCORE_MIN ? [] : [`tests notice ${(100 * score).toFixed(1)}% of the mutants`];
	return { noticed, unnoticed, findings };
}
