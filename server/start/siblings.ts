import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MetricsShare, Siblings } from '../operations/metrics.ts';

/** A web process asks the first one, which asks every web process. */
type Message = { askedMetrics: number } | { answers: number; shares: MetricsShare[] };

/** One that is about to end, or busy for so long, is left out. */
const PATIENCE_MS = 2_000;

const waiting = new Map<number, (shares: MetricsShare[]) => void>();
let asked = 0;

/** The processes of one node: whichever is asked tells the metrics of all. @param name this one's */
export function siblingsOf(name: string): Siblings {
	return {
		name,
		join(own) {
			const { worker } = cluster;
			if (worker) {
				listen(worker, async () => [await own()]);
				return () => ask(worker);
			}
			const all = async () => {
				const web = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected()) as Worker[];
				const patiently = (one: Worker) => Promise.race([ask(one), sleep(PATIENCE_MS, [], { ref: false })]);
				return [await own(), ...(await Promise.all(web.map(patiently))).flat()];
			};
			cluster.on('fork', (one) => listen(one, all));
			return all;
		},
	};
}

/** @param worker either end of the channel. */
function listen(worker: Worker, tell: () => Promise<MetricsShare[]>): void {
	worker.on('message', async (message: Message) => {
		if ('askedMetrics' in message) send(worker, { answers: message.askedMetrics, shares: await tell() });
		else if ('answers' in message) waiting.get(message.answers)?.(message.shares);
	});
}

async function ask(worker: Worker): Promise<MetricsShare[]> {
	asked += 1;
	const id = asked;
	const { promise, resolve } = Promise.withResolvers<MetricsShare[]>();
	waiting.set(id, resolve);
	send(worker, { askedMetrics: id });
	return promise.finally(() => waiting.delete(id));
}

/** Whoever has just ended hears nothing, which is no failure of ours. */
function send(worker: Worker, message: Message): void {
	if (worker.isConnected()) worker.send(message, () => {});
}
