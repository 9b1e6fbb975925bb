import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecord, writeRecord } from '../tally.ts';
import { type Bug, plant } from './bug.ts';
import { bugs } from './bugs.ts';
import { findMisplaced } from './find-misplaced.ts';
import { type Ran, runTests } from './run-tests.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Temporary, as a run that is killed leaves nothing behind there. */
const copyFolder = () => join(tmpdir(), 'planted');
const NOT_COPIED = new Set(['node_modules', 'build', '.git', '.data', '.react-router', 'test-results', 'e2e']);

type Caught = { digest: string; by: string };

/** Plants each bug in a copy of the repository and runs its tests. @returns whether all were caught. */
export async function provePlanted(): Promise<boolean> {
	const misplaced = await findMisplaced();
	for (const problem of misplaced) console.error(problem);
	if (misplaced.length > 0) return false;
	const caught = await readRecord<Record<string, Caught>>('planted', {});
	const copy = copyFolder();
	const digests = new Map(await Promise.all(bugs.map(async (bug) => [bug, await digestOf(bug)] as const)));
	const open = bugs.filter((bug) => caught[bug.name]?.digest !== digests.get(bug));
	console.log(`${bugs.length - open.length} of ${bugs.length} bugs were caught before`);
	if (open.length > 0) await copyRepository(copy);
	try {
		if (open.length > 0) await requireSound(copy, [...new Set(open.flatMap(({ tests }) => tests))]);
		for (const bug of open) {
			const by = await tryOne(copy, bug);
			if (by) caught[bug.name] = { digest: digests.get(bug) as string, by };
			else delete caught[bug.name];
			await writeRecord('planted', caught);
		}
	} finally {
		await rm(copy, { recursive: true, force: true });
	}
	printTable(caught);
	return bugs.every(({ name }) => caught[name]);
}

async function copyRepository(copy: string): Promise<void> {
	await mkdir(copy, { recursive: true });
	for (const name of await readdir(ROOT)) {
		if (!NOT_COPIED.has(name)) await cp(join(ROOT, name), join(copy, name), { recursive: true });
	}
	await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

/** A test that fails anyway catches nothing. */
async function requireSound(copy: string, tests: readonly string[]): Promise<void> {
	console.log(`first without a bug: ${tests.length} files`);
	const { failed, problem } = await runTests(copy, tests);
	if (problem || failed.length > 0) throw new Error(`fails without a bug: ${problem ?? failed.join(', ')}`);
}

async function tryOne(copy: string, bug: Bug): Promise<string | undefined> {
	const file = join(copy, bug.file);
	const source = await readFile(file, 'utf8');
	let ran: Ran;
	await writeFile(file, plant(source, bug));
	try {
		ran = await runTests(copy, bug.tests);
	} finally {
		await writeFile(file, source);
	}
	const [by] = ran.failed;
	console.log(by ? `caught: ${bug.name}` : `NOT CAUGHT: ${bug.name}${ran.problem ? ` (${ran.problem})` : ''}`);
	return by;
}

async function digestOf({ file, edits, tests }: Bug): Promise<string> {
	const hash = createHash('sha256').update(JSON.stringify(edits));
	for (const name of [file, ...tests]) hash.update(await readFile(join(ROOT, name)));
	return hash.digest('hex');
}

function printTable(caught: Record<string, Caught>): void {
	console.log('\n| bug | in | caught by |\n|---|---|---|');
	for (const { name, file } of bugs) {
		console.log(`| ${name} | \`${file}\` | ${caught[name]?.by ?? '**not caught**'} |`);
	}
}
