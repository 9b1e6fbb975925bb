import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Changes the pure rules in every small way that Stryker knows, one at a time, and sees whether their tests notice. What was
 * tried before, in a source and with tests that have not changed since, is not tried again.
 * @returns whether enough was noticed: `thresholds.break` in the configuration.
 */
export async function proveMutations(): Promise<boolean> {
	const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
	const child = spawn(process.execPath, [stryker, 'run', 'prove/mutations/stryker.config.json'], {
		cwd: ROOT,
		stdio: 'inherit',
	});
	const [code] = await once(child, 'exit');
	return code === 0;
}
