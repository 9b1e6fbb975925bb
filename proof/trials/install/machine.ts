import { execFile } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export type Given = { folder: string; base: string; source: string };

export const PROJECT = join(import.meta.dirname, '../../..');
export const execute = promisify(execFile);

const AUTHORITIES = '/usr/local/share/ca-certificates';
const TIMEOUT_MS = 40 * 60_000;

/** @throws {Error} with the last words of the program. */
export async function run(program: string, args: string[]): Promise<string> {
	// The trial's own TMPDIR does not exist inside the machine.
	const options = { timeout: TIMEOUT_MS, maxBuffer: 2 ** 28, env: { ...process.env, TMPDIR: '/tmp' } };
	const { stdout } = await execute(program, args, options).catch((error) => {
		throw new Error(
			`${program} ${args.join(' ').slice(0, 200)}: ${`${error.stdout}${error.stderr}`.slice(-2_000) || error.message}`,
		);
	});
	return stdout;
}

/** Registries may be behind a proxy whose authority only this machine knows. */
export async function trustAuthorities(base: string): Promise<void> {
	await mkdir(join(base, AUTHORITIES), { recursive: true });
	await cp(AUTHORITIES, join(base, AUTHORITIES), { recursive: true });
	await run('chroot', [base, 'update-ca-certificates']);
}
