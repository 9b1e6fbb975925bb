import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const checkersFolder = join(import.meta.dirname, '../../checkers');
export const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not here: the independent checkers of the public proof were NOT run');

type Checked = { code: number; output: string };

/** Runs a checker as its users do. `output` has both of its outputs. */
export function runChecker(name: 'check_proof' | 'check_earnings', ...args: string[]): Promise<Checked> {
	return new Promise((resolve) => {
		execFile('python3', ['-B', join(checkersFolder, `${name}.py`), ...args], (error, stdout, stderr) => {
			resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
		});
	});
}
