import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lets PostgreSQL in, which runs as another user if we are root. */
const OTHERS_MAY_PASS = 0o711;

/** A guard process kills the folder's processes and removes the folder, however the run ends. */
export type RunFolder = { readonly folder: string; clear(): Promise<void> };

export async function openRunFolder(name = 'run'): Promise<RunFolder> {
	const folder = await mkdtemp(join(tmpdir(), `lootpass-${name}-`));
	await chmod(folder, OTHERS_MAY_PASS);
	const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard-process.ts'), folder], {
		// A separate session survives signals to our group.
		detached: true,
		stdio: ['pipe', 'ignore', 'inherit'],
	});
	const cleared = once(guard, 'exit');
	return {
		folder,
		async clear() {
			guard.stdin.end();
			await cleared;
		},
	};
}
