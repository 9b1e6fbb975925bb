import { spawn } from 'node:child_process';
import { once } from 'node:events';

export async function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
	const cwd = new URL('..', import.meta.url);
	const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
	const [code] = await once(child, 'exit');
	return code === 0;
}

/** Runs `npm run PROGRAM -- WORDS` for each of the words, also after failures. @returns whether all succeeded. */
export async function runEach(program: 'bench' | 'prove', commands: readonly (readonly string[])[]): Promise<boolean> {
	const failed: string[] = [];
	for (const words of commands) {
		const command = `npm run ${program} -- ${words.join(' ')}`;
		console.log(`\n== ${command}\n`);
		if (!(await runNode([process.argv[1] as string, ...words]))) failed.push(command);
	}
	for (const command of failed) console.error(`failed: ${command}`);
	return failed.length === 0;
}
