import { spawn } from 'node:child_process';
import { once } from 'node:events';

export async function runNode(args: readonly string[], env: Record<string, string> = {}): Promise<boolean> {
	const cwd = new URL('..', import.meta.url);
	const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
	const [code] = await once(child, 'exit');
	return code === 0;
}
