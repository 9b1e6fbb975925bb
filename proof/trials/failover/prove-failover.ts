import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../../test/partners/random.ts';
import { watchUsers } from '../nodes/watch-users.ts';
import { compare } from '../world/compare.ts';
import { OPERATIONS_BETWEEN } from '../world/kill-often.ts';
import { type Load, signUpAll, startLoad, type Totals, totalsOf, untilMore } from '../world/load.ts';
import { openWorld, type World } from '../world/world.ts';
import { type Cluster, type DatabaseMachine, startCluster } from './cluster.ts';
import { measureSilence } from './measure-silence.ts';
import { startStraightWriters } from './straight-writers.ts';
import { startVisitors } from './visitors.ts';

/** Each with how the machine of the primary is lost, and how it comes back. */
const losses = {
	killed: { lose: ({ kill }: DatabaseMachine) => kill(), find: async ({ boot }: DatabaseMachine) => boot() },
	frozen: { lose: ({ freeze }: DatabaseMachine) => freeze(), find: ({ thaw }: DatabaseMachine) => thaw() },
	'cut off': { lose: ({ cutOff }: DatabaseMachine) => cutOff(), find: ({ join }: DatabaseMachine) => join() },
} as const;
export type Loss = keyof typeof losses;
export const kindsOfLoss = Object.keys(losses) as Loss[];

export type FailoverTally = Totals & {
	/** How long nothing was acknowledged each time, in ms. */
	silences: Record<Loss, number[]>;
	/** Rows that programs on the machines of the database wrote to it straight. */
	straight: number;
	/** Of people and their pages, by status. */
	answers: Record<string, number>;
	slowestAnswerMs: number;
	/** How often live streams were opened, by the node that held them. */
	streams: Record<string, number>;
	findings: string[];
};

const NODES = 2;
/** People whose live streams must miss nothing. */
const WATCHED = 2;
const LOOK_EVERY_MS = 5;
/** So many more than can be on their way at once: the other machine does the work. */
const OPERATIONS_WITHOUT = 25;
const STAYS_LOST_MS_MAX = 4_000;
/** A moment anywhere between two looks of Patroni. */
const MOMENT_MS_MAX = 1_500;

/** Loses the machine of the primary under load, then compares the books. @throws Error where the cluster cannot be started. */
export async function proveFailover(
	{ count, seed }: { count: number; seed: number },
	say: (line: string) => void = () => {},
): Promise<FailoverTally> {
	const opened = new AsyncDisposableStack();
	try {
		return await loseOften(opened, { count, random: createRandom(seed), say });
	} finally {
		await opened.disposeAsync();
	}
}

type Losses = { count: number; random: Random; say: (line: string) => void };

async function loseOften(opened: AsyncDisposableStack, { count, random, say }: Losses): Promise<FailoverTally> {
	const cluster = await startCluster(opened);
	const world = opened.adopt(await openWorld(random, { nodes: NODES, postgres: cluster }), (each) => each.close());
	const writers = await startStraightWriters(cluster);
	const visitors = startVisitors(world);
	const users = await signUpAll(world);
	const watched = await watchUsers(world, users.slice(0, WATCHED), random);
	const load = await startLoad(world, random, users);
	const started = world.nodes.map((node) => node.server());
	const silences: Record<Loss, number[]> = { killed: [], frozen: [], 'cut off': [] };
	for (let done = 0; done < count; done += 1) {
		const loss = kindsOfLoss[done % kindsOfLoss.length] as Loss;
		const silentMs = await loseOnce({ cluster, load, random, loss });
		silences[loss].push(silentMs);
		say(
			`${done + 1} of ${count} ${loss}: silent for ${(silentMs / 1000).toFixed(1)} s, ${load.count()} operations acknowledged`,
		);
	}
	await cluster.untilWhole();
	await untilMore(load, OPERATIONS_BETWEEN);
	await load.end();
	const straight = writers.counts();
	const findings = [...(await writers.end()), ...(await visitors.end()), ...endedNodes(world, started)];
	findings.push(...(await compare(world, load.acknowledged)), ...(await watched.compare(load.acknowledged)));
	await watched.end();
	return {
		...totalsOf(load),
		silences,
		straight: straight.reduce((sum, each) => sum + each, 0),
		answers: Object.fromEntries(visitors.answers),
		slowestAnswerMs: visitors.slowest(),
		streams: watched.connections(),
		findings,
	};
}

type Losing = { cluster: Cluster; load: Load; random: Random; loss: Loss };

/** @returns how long nothing was acknowledged. */
async function loseOnce({ cluster, load, random, loss }: Losing): Promise<number> {
	const machine = cluster.machines[await cluster.untilWhole()];
	await untilMore(load, OPERATIONS_BETWEEN);
	await sleep(random.below(MOMENT_MS_MAX));
	const silence = measureSilence();
	silence.begin(load.count(), performance.now());
	const looking = setInterval(() => silence.look(load.count(), performance.now()), LOOK_EVERY_MS);
	try {
		await losses[loss].lose(machine);
		await untilMore(load, OPERATIONS_WITHOUT);
	} finally {
		clearInterval(looking);
	}
	const silentMs = silence.longestMs(performance.now());
	await sleep(random.below(STAYS_LOST_MS_MAX));
	await losses[loss].find(machine);
	return silentMs;
}

/** They go on by themselves: nobody starts them again. */
function endedNodes({ nodes }: World, started: readonly ReturnType<World['server']>[]): string[] {
	return nodes.flatMap((node, index) => {
		const { exitCode, signalCode } = node.server().process;
		const isSame = node.server() === started[index] && exitCode === null && signalCode === null;
		return isSame ? [] : [`node ${index + 1} ended`];
	});
}
