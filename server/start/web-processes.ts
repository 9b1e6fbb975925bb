import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAccess } from '../app/dependencies.ts';
import type { Log } from '../lib/log.ts';
import { StartProblem } from '../lib/start-problem.ts';
import type { Stop } from './stops.ts';

/** What the first process has opened and made ready for the others. */
type WebOrder = { name: string; database: DatabaseAccess; pages: string };
export type WebProcesses = {
	stop: Stop;
	/** Resolves with the reason when one cannot be started any more. */
	failed: Promise<string>;
};

const ORDER = 'LOOTPASS_WEB_ORDER';
/** So many times in a row it may end before it serves; the pauses between double, to half a minute in all. */
const STARTS_MAX = 6;
const FIRST_PAUSE_MS = 1_000;

/**
 * Starts `count` web processes that share the port of this one, each a node of its own beside the others, and starts again
 * whichever ends. They end with this process, however it ends. @throws StartProblem when one ends before it serves.
 */
export async function startWebProcesses(
	{ count, ...shared }: { count: number } & Pick<WebOrder, 'database' | 'pages'>,
	{ log, firstPauseMs = FIRST_PAUSE_MS }: { log: Log; firstPauseMs?: number },
): Promise<WebProcesses> {
	let isStopping = false;
	const { promise: failed, resolve: fail } = Promise.withResolvers<string>();

	/** @returns whether it serves. */
	async function begin(name: string): Promise<boolean> {
		const worker = cluster.fork({ [ORDER]: JSON.stringify({ ...shared, name } satisfies WebOrder) });
		const ended = once(worker, 'exit');
		const serves = await Promise.race([once(worker, 'listening').then(() => true), ended.then(() => false)]);
		if (serves) ended.then(([code, signal]) => beginAgain(name, { code, signal }));
		return serves;
	}

	async function beginAgain(name: string, ended: { code: number | null; signal: string | null }): Promise<void> {
		if (isStopping) return;
		log.error({ process: name, ...ended }, 'a web process ended: it is started again');
		for (let pauseMs = firstPauseMs, tries = 1; !(await begin(name)); pauseMs *= 2, tries += 1) {
			if (isStopping) return;
			if (tries === STARTS_MAX) return fail(`The process ${name} ended ${STARTS_MAX} times before it served.`);
			await sleep(pauseMs);
			if (isStopping) return;
		}
	}

	async function stop(): Promise<void> {
		isStopping = true;
		const all = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
		await Promise.all(all.map(stopOne));
	}

	// The first one alone: what is in its way would be said by each.
	const names = Array.from({ length: count }, (_, index) => `web-${index + 1}`);
	for (const some of [names.slice(0, 1), names.slice(1)]) {
		const serve = await Promise.all(some.map(begin));
		if (serve.every(Boolean)) continue;
		await stop();
		throw new StartProblem('A web process ended before it served: what it said stands above.');
	}
	return { stop, failed };
}

/** Where this is a web process, what it was started for. Nothing that it starts reads it. */
export function takeOrder(env: NodeJS.ProcessEnv): WebOrder {
	const order = env[ORDER] ?? '';
	delete env[ORDER];
	return JSON.parse(order);
}

async function stopOne(worker: Worker): Promise<void> {
	if (worker.isDead()) return;
	const ended = once(worker, 'exit');
	// It stops as this one does; and before it could, at once.
	worker.process.kill('SIGTERM');
	await ended;
}
