import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What came of a run: the tests that failed, with their file; `problem` where it failed without a test that did. */
export type Ran = { failed: string[]; problem?: string };

type Report = {
	testResults: {
		name: string;
		message: string;
		assertionResults: { status: string; fullName: string }[];
	}[];
};

export async function runTests(copy: string, files: readonly string[]): Promise<Ran> {
	const ran = await runOnce(copy, files, ['--bail=1']);
	// One that fails beside others of its file may end them before it is noted itself; then all are run to their end.
	return ran.problem ? runOnce(copy, files, []) : ran;
}

async function runOnce(copy: string, files: readonly string[], options: readonly string[]): Promise<Ran> {
	const report = join(copy, 'report.json');
	await rm(report, { force: true });
	const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
	const args = [vitest, 'run', ...files, ...options, '--reporter=json', `--outputFile.json=${report}`];
	const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'ignore', 'pipe'] });
	let complaints = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		complaints = (complaints + text).slice(-2_000);
	});
	const [code] = await once(child, 'close');
	if (code === 0) return { failed: [] };
	const read = await readFile(report, 'utf8').then(
		(text) => JSON.parse(text) as Report,
		() => undefined,
	);
	const failed = (read?.testResults ?? []).flatMap(({ name, assertionResults }) =>
		assertionResults
			.filter(({ status }) => status === 'failed')
			.map(({ fullName }) => `\`${name.slice(copy.length + 1)}\` "${fullName}"`),
	);
	if (failed.length > 0) return { failed };
	const said = read?.testResults.map(({ message }) => message).join('\n') || complaints;
	return { failed, problem: said.trim().slice(0, 500) || `ended with ${code}` };
}
