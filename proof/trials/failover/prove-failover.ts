import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createRandom, type Random } from '../../../test/partners/random.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';
import {
	compare,
	type Load,
	OPERATIONS_BETWEEN,
	signUpAll,
	startLoad,
	totalsOf,
	untilMore,
	watchUsers,
} from '../world/load.ts';
import { openWorld } from '../world/world.ts';
import { type Cluster, type DatabaseMachine, startCluster } from './cluster.ts';

const losses = {
	killed: { lose: ({ kill }: DatabaseMachine) => kill(), restore: async ({ boot }: DatabaseMachine) => boot() },
	frozen: { lose: ({ freeze }: DatabaseMachine) => freeze(), restore: ({ thaw }: DatabaseMachine) => thaw() },
	'cut off': { lose: ({ cutOff }: DatabaseMachine) => cutOff(), restore: ({ join }: DatabaseMachine) => join() },
} as const;
type Loss = keyof typeof losses;
const kindsOfLoss = Object.keys(losses) as Loss[];

const WATCHED = 2;
const LOOK_EVERY_MS = 5;
const OPERATIONS_WITHOUT = 25;
const STAYS_LOST_MS_MAX = 4_000;
const MOMENT_MS_MAX = 1_500;

export async function proveFailover({ count, seed }: TrialOptions, print: Print): Promise<Found> {
	await using opened = new AsyncDisposableStack();
	const random = createRandom(seed);
	const cluster = await startCluster(opened);
	const world = opened.use(await openWorld(random, { postgres: cluster }));
	const writers = await startDirectWriters(cluster);
	const users = await signUpAll(world);
	const watched = await watchUsers(world, users.slice(0, WATCHED), random);
	const load = await startLoad(world, random, users);
	const { process: server } = world.server();
	const silentMs: Record<Loss, number[]> = { killed: [], frozen: [], 'cut off': [] };
	for (let done = 0; done < count; done += 1) {
		const loss = kindsOfLoss[done % kindsOfLoss.length] as Loss;
		const ms = Math.round(await loseOnce({ cluster, load, random, loss }));
		silentMs[loss].push(ms);
		print(`${done + 1} of ${count} ${loss}: silent for ${ms} ms, ${load.count()} operations acknowledged`);
	}
	await cluster.untilWhole();
	await untilMore(load, OPERATIONS_BETWEEN);
	await load.end();
	const { acknowledged: directWrites, findings } = await writers.end();
	if (server.exitCode !== null || server.signalCode !== null) findings.push('the server ended');
	findings.push(...(await compare(world, load.acknowledged)), ...(await watched.end(load.acknowledged)));
	return { ...totalsOf(load), silentMs, directWrites, findings };
}

type Losing = { cluster: Cluster; load: Load; random: Random; loss: Loss };

async function loseOnce({ cluster, load, random, loss }: Losing): Promise<number> {
	const machine = cluster.machines[await cluster.untilWhole()];
	await untilMore(load, OPERATIONS_BETWEEN);
	await sleep(random.below(MOMENT_MS_MAX));
	using silence = watchSilence(load);
	await losses[loss].lose(machine);
	await untilMore(load, OPERATIONS_WITHOUT);
	const silentMs = silence.longestMs();
	await sleep(random.below(STAYS_LOST_MS_MAX));
	await losses[loss].restore(machine);
	return silentMs;
}

function watchSilence(load: Load) {
	let [counted, lastMs, longestMs] = [load.count(), performance.now(), 0];
	const sinceLastMs = () => performance.now() - lastMs;
	const looking = setInterval(() => {
		if (load.count() === counted) return;
		longestMs = Math.max(longestMs, sinceLastMs());
		[counted, lastMs] = [load.count(), performance.now()];
	}, LOOK_EVERY_MS);
	return { longestMs: () => Math.max(longestMs, sinceLastMs()), [Symbol.dispose]: () => clearInterval(looking) };
}

const WRITE_EVERY_MS = 50;
const RETRY_AFTER_MS = 500;
/** Longer than a machine stays frozen, so that a late acknowledgement counts. */
const PATIENCE_MS = 60_000;
const OPTIONS = { connectionTimeoutMillis: 3_000, query_timeout: PATIENCE_MS };

/** Writes past Patroni. A replaced primary must not acknowledge such a write. */
async function startDirectWriters(cluster: Cluster) {
	const query = async (text: string) =>
		withClient(cluster.machines[await cluster.untilWhole()].directUrl, {}, (client) => client.query(text));
	await query('create table written_directly (id bigint primary key)');
	const acknowledged = new Map<number, number>();
	let [next, isOver] = [0, false];

	const write = (url: string, machine: number) =>
		withClient(url, OPTIONS, async (client) => {
			for (; !isOver; await sleep(WRITE_EVERY_MS)) {
				const id = next++;
				await client.query('insert into written_directly values ($1)', [id]);
				acknowledged.set(id, machine);
			}
		});
	const ended = cluster.machines.map(async ({ directUrl }, index) => {
		for (; !isOver; await sleep(RETRY_AFTER_MS)) await write(directUrl, index + 1).catch(() => {});
	});
	return {
		async end(): Promise<{ acknowledged: number; findings: string[] }> {
			isOver = true;
			await Promise.all(ended);
			const { rows } = await query('select id::int from written_directly');
			const found = new Set(rows.map(({ id }) => id));
			const lost = [...acknowledged].filter(([id]) => !found.has(id));
			const findings = lost.map(([id, machine]) => `row ${id}, which machine ${machine} acknowledged, was lost`);
			return { acknowledged: acknowledged.size, findings };
		},
	};
}

async function withClient<Result>(url: string, options: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>) {
	const client = new pg.Client({ ...options, connectionString: url });
	client.on('error', () => {});
	try {
		await client.connect();
		return await work(client);
	} finally {
		// Closing a connection to a frozen machine would not return.
		void client.end().catch(() => {});
	}
}
