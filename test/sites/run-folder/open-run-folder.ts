import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PostgreSQL runs as another user where we are root: it has to get through. */
const OTHERS_MAY_PASS = 0o711;

/** Whatever works in it ends with us, and it goes: a process beside us clears it, however we end. */
export type RunFolder = { readonly folder: string; clear(): Promise<void> };

export async function openRunFolder(name = 'run'): Promise<RunFolder> {
	const folder = await mkdtemp(join(tmpdir(), `lootpass-${name}-`));
	await chmod(folder, OTHERS_MAY_PASS);
	const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard-process.ts'), folder], {
		// A session of its own: what ends us and our group does not end it.
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
