import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNode } from '../../run-node.ts';
import { readRecord, writeRecord } from '../tally.ts';
import { type RuleFile, ruleFiles } from './rules.ts';

const ROOT = join(import.meta.dirname, '../../..');
const ENOUGH = 0.85;

type Score = { digest: string; noticed: number; unnoticed: number };

/** Of Stryker's report, what is read here. https://github.com/stryker-mutator/mutation-testing-elements */
type Report = {
	files: Record<
		string,
		{
			source: string;
			mutants: {
				status: string;
				mutatorName: string;
				replacement?: string;
				location: { start: Position; end: Position };
			}[];
		}
	>;
};
type Position = { line: number; column: number };

/** Stryker's words for a mutant that some test fails with. Those that cannot run at all count as neither. */
const NOTICED = new Set(['Killed', 'Timeout']);
const UNNOTICED = new Set(['Survived', 'NoCoverage']);

/** Changes pure rules one at a time; a file that stayed as it is is not tried again. @returns whether enough was noticed. */
export async function proveMutations(): Promise<boolean> {
	const scores = await readRecord<Record<string, Score>>('mutations', {});
	for (const rule of ruleFiles) {
		const digest = await digestOf(rule);
		if (scores[rule.file]?.digest === digest) continue;
		console.log(`\n${rule.file}`);
		scores[rule.file] = { digest, ...(await mutate(rule)) };
		await writeRecord('mutations', scores);
	}
	return printTable(ruleFiles.map(({ file }) => [file, scores[file] as Score]));
}

async function mutate({ file, tests }: RuleFile): Promise<Omit<Score, 'digest'>> {
	const stryker = 'node_modules/@stryker-mutator/core/bin/stryker.js';
	const args = [stryker, 'run', 'proof/trials/mutations/stryker.config.json', '--mutate', file, '--logLevel', 'error'];
	if (!(await runNode(args, { LOOTPASS_RULE_TESTS: tests.join(',') }))) throw new Error('Stryker did not succeed');
	const report: Report = JSON.parse(await readFile(join(ROOT, 'build/proof/mutants-of-one-file.json'), 'utf8'));
	const { source = '', mutants = [] } = report.files[file] ?? {};
	const unnoticed = mutants.filter(({ status }) => UNNOTICED.has(status));
	for (const { location, mutatorName, replacement = '' } of unnoticed) {
		console.log(`  ${location.start.line}: ${textAt(source, location)}  ->  ${replacement || mutatorName}`);
	}
	return { noticed: mutants.filter(({ status }) => NOTICED.has(status)).length, unnoticed: unnoticed.length };
}

function textAt(source: string, { start, end }: { start: Position; end: Position }): string {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	const last = lines.length - 1;
	const cut = lines.map((line, index) =>
		line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined).trim(),
	);
	return cut.join(' ').slice(0, 120);
}

async function digestOf({ file, tests }: RuleFile): Promise<string> {
	const hash = createHash('sha256');
	for (const name of [file, ...tests]) hash.update(await readFile(join(ROOT, name)));
	return hash.digest('hex');
}

function printTable(rows: readonly (readonly [string, Score])[]): boolean {
	const noticed = rows.reduce((sum, [, score]) => sum + score.noticed, 0);
	const all = rows.reduce((sum, [, score]) => sum + score.noticed + score.unnoticed, 0);
	console.log('\n| rules | mutants | noticed |\n|---|---|---|');
	for (const [file, score] of rows) {
		const count = score.noticed + score.unnoticed;
		console.log(`| \`${file}\` | ${count} | ${percent(score.noticed, count)} |`);
	}
	console.log(`| all | ${all} | ${percent(noticed, all)} |`);
	return noticed >= all * ENOUGH;
}

function percent(part: number, all: number): string {
	return `${((100 * part) / all).toFixed(1)} %`;
}
