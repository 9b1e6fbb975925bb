import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const TIMEOUT_MS = 40 * 60_000;

/** Returns the output of a program. @throws {Error} with its last words. */
export async function run(program: string, args: readonly string[], env = process.env): Promise<string> {
	// The trial's own TMPDIR does not exist inside the machines that it makes.
	const options = { timeout: TIMEOUT_MS, maxBuffer: 2 ** 28, env: { ...env, TMPDIR: '/tmp' } };
	const { stdout } = await execute(program, args, options).catch((error) => {
		throw new Error(
			`${program} ${args.join(' ').slice(0, 200)}: ${`${error.stdout}${error.stderr}`.slice(-2_000) || error.message}`,
		);
	});
	return stdout;
}

export function findProgram(name: string): Promise<string | undefined> {
	return run('which', [name], { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }).then(
		(path) => path.trim(),
		() => undefined,
	);
}
