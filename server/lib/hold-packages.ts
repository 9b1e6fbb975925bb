import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from './start-problem.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** Until this process exits, scripts/setup.mjs does not replace its packages. @throws StartProblem during a set-up. */
export function holdPackages(folder = PROJECT): void {
	if (process.platform !== 'linux') return;
	// Opens a plain descriptor, because a garbage-collected FileHandle would release the lock.
	const stdio = ['ignore', 'ignore', 'ignore', openSync(folder, 'r')] as const;
	if (spawnSync('flock', ['--shared', '--nonblock', '3'], { stdio: [...stdio] }).status !== 1) return;
	throw new StartProblem(`Packages are being installed in ${folder}. Try again when that is done.`);
}
