import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Longer than a payout call. Process managers must wait longer than this. */
const STOP_TIMEOUT_MS = 45_000;
/** npm forwards Ctrl-C, so a second signal within this time is the same request. */
const SAME_REQUEST_MS = 500;
const PARENT_CHECK_MS = 500;

// Does not use a shared temporary folder, where other users could plant code.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/lootpass/compiled'));
// These modules are imported after the cache is enabled, so that it includes them.
const { start } = await import('./start/start.ts');
const { holdPackages } = await import('./lib/hold-packages.ts');
const { StartProblem } = await import('./lib/start-problem.ts');

const stopping = new AbortController();
let requestedAtMs = Number.POSITIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.on(signal, () => {
		if (performance.now() - requestedAtMs > SAME_REQUEST_MS) process.exit(1);
		requestedAtMs = Math.min(requestedAtMs, performance.now());
		stopping.abort();
	});
}

stopWithNpm();
process.exit(await run());

async function run(): Promise<number> {
	try {
		const print = console.log;
		holdPackages();
		const takesOver = process.argv.includes('--take-over');
		const running = await start({ env: process.env, print, signal: stopping.signal, takesOver });
		const reason = await Promise.race([running.failed, untilAborted(stopping.signal)]);
		print(reason === undefined ? 'Stopping ...' : `Stopping: ${reason}`);
		setTimeout(() => {
			console.error('Stopping took too long. Forced to quit.');
			process.exit(1);
		}, STOP_TIMEOUT_MS).unref();
		await running.stop();
		return reason === undefined ? 0 : 1;
	} catch (error) {
		if (stopping.signal.aborted) return 0;
		console.error(error instanceof StartProblem ? error.message : error);
		return 1;
	}
}

/** npm forwards signals unless it is killed, so this stops when npm is gone. */
function stopWithNpm(): void {
	if (process.env.npm_lifecycle_event === undefined) return;
	const npm = process.ppid;
	setInterval(() => {
		if (process.ppid !== npm) stopping.abort();
	}, PARENT_CHECK_MS).unref();
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
	return new Promise((resolve) => {
		if (signal.aborted) resolve(undefined);
		signal.addEventListener('abort', () => resolve(undefined));
	});
}
