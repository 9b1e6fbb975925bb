import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartProblem } from '../lib/start-problem.ts';

const MAIN = join(import.meta.dirname, '../../sandbox/main.ts');
const READY_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 5_000;

export type Sandbox = { stop: () => Promise<void> };

/** The sandbox ends when this process ends. @throws StartProblem with its error output. */
export async function startSandbox(env: Record<string, string>, onEnd: () => void): Promise<Sandbox> {
	if (!existsSync(MAIN)) {
		throw new StartProblem(
			'A release has no sandbox. Set NODE_ENV=production to run a site, or try the product from a clone of its repository.',
		);
	}
	const child = fork(MAIN, {
		env,
		stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
		// Ctrl-C must not reach the sandbox, because shutdown still needs it for open orders.
		detached: true,
	});
	let words = '';
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		words += text;
	});
	const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
	await untilReady(child, () => words).catch(async (error) => {
		child.kill('SIGKILL');
		await ended;
		throw error;
	});
	child.stderr?.removeAllListeners('data').pipe(process.stderr, { end: false });
	child.once('exit', onEnd);
	return {
		async stop() {
			child.off('exit', onEnd);
			if (child.connected) child.disconnect();
			const killer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
			await ended;
			clearTimeout(killer);
		},
	};
}

function untilReady(child: ChildProcess, lastWords: () => string): Promise<void> {
	return new Promise((resolve, reject) => {
		const fail = (reason: string) => reject(new StartProblem(reason));
		const timer = setTimeout(
			() => fail("The sandbox didn't start. Set SANDBOX=off to run without it."),
			READY_TIMEOUT_MS,
		);
		child.once('message', () => {
			clearTimeout(timer);
			resolve();
		});
		child.once('close', (code) => {
			clearTimeout(timer);
			fail(lastWords().trim() || `The sandbox stopped with code ${code} while starting.`);
		});
	});
}
