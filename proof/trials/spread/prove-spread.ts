import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../../test/partners/random.ts';
import { watchUsers } from '../nodes/watch-users.ts';
import { compare } from '../world/compare.ts';
import { DOWN_MS_MAX, type Kills, killOften, OPERATIONS_BETWEEN } from '../world/kill-often.ts';
import { type Load, signUpAll, startLoad, type Totals, totalsOf, untilMore } from '../world/load.ts';
import { openWorld, type Victim, type World } from '../world/world.ts';
import { type SpreadCluster, startSpreadCluster } from './spread-cluster.ts';
import { watchNumbers } from './watch-numbers.ts';

/** A node of the product, a session at the coordinator or all of it, and the same at a worker. */
type SpreadVictim = Victim | 'worker' | 'worker-session';
const victims: readonly SpreadVictim[] = ['server', 'session', 'postmaster', 'worker-session', 'worker'];

export type SpreadTally = Totals & {
	kills: Kills<SpreadVictim>;
	/** Shards that were moved under load between two kills, the same beside a kill, and moves that failed. */
	movedBetween: number;
	moved: number;
	unmoved: number;
	looks: number;
	findings: string[];
};

const NODES = 2;
const WATCHED = 2;
const MOVED_SHARE = 0.4;

/** Kills machines and nodes at random under load, while shards move. @throws Error without Citus or HAProxy. */
export async function proveSpread(
	{ kills, seed }: { kills: number; seed: number },
	say: (line: string) => void = () => {},
): Promise<SpreadTally> {
	const opened = new AsyncDisposableStack();
	try {
		return await killSpread(opened, { kills, random: createRandom(seed), say });
	} finally {
		await opened.disposeAsync();
	}
}

type Killing = { kills: number; random: Random; say: (line: string) => void };

async function killSpread(opened: AsyncDisposableStack, { kills, random, say }: Killing): Promise<SpreadTally> {
	const cluster = await startSpreadCluster(opened);
	const world = opened.adopt(await openWorld(random, { nodes: NODES, postgres: cluster }), (each) => each.close());
	const users = await signUpAll(world);
	const watched = await watchUsers(world, users.slice(0, WATCHED), random);
	const numbers = watchNumbers(
		world.db,
		users.map(({ uid }) => uid),
	);
	const load = await startLoad(world, random, users);
	const moves = { movedBetween: 0, moved: 0, unmoved: 0 };
	const stage = { cluster, world, random, uids: users.map(({ uid }) => uid), moves, say };
	const counted = await killOften({
		load,
		random,
		kills,
		turns: Array.from({ length: kills }, () => random.pick(victims)),
		between: () => moveBetween(stage, load),
		kill: (victim, nth) => killAndMove(stage, victim, nth),
		say,
		told: () => `${load.count()} operations, ${moves.movedBetween + moves.moved} shards moved,`,
	});
	await untilMore(load, OPERATIONS_BETWEEN);
	await load.end();
	const findings = await cluster.untilNothingPrepared();
	findings.push(...(await compare(world, load.acknowledged)), ...(await watched.compare(load.acknowledged)));
	findings.push(...(await numbers.end()));
	await watched.end();
	return { kills: counted, ...totalsOf(load), ...moves, looks: numbers.looks(), findings };
}

type Stage = {
	cluster: SpreadCluster;
	world: World;
	random: Random;
	uids: readonly string[];
	moves: Pick<SpreadTally, 'movedBetween' | 'moved' | 'unmoved'>;
	say: (line: string) => void;
};

/** Sometimes, from its beginning to its end under load. A machine that was just killed may not take part in it yet. */
async function moveBetween(stage: Stage, load: Load): Promise<void> {
	const { random, moves, say } = stage;
	if (!random.chance(MOVED_SHARE)) return;
	await untilMore(load, OPERATIONS_BETWEEN);
	const [before, startedAt] = [load.count(), performance.now()];
	if (!(await isMoved(stage))) {
		moves.unmoved += 1;
		return;
	}
	moves.movedBetween += 1;
	const tookMs = Math.round(performance.now() - startedAt);
	say(`a shard moved in ${tookMs} ms, ${load.count() - before} operations meanwhile`);
}

function isMoved({ cluster, random, uids, say }: Stage): Promise<boolean> {
	return cluster.moveShardOf(random.pick(uids), random.pick(['wallets', 'wallets', 'wall_transactions'])).then(
		() => true,
		(error) => {
			say(`a move did not end: ${error.message}`);
			return false;
		},
	);
}

/** A move is under way when something dies, sometimes. */
async function killAndMove(stage: Stage, victim: SpreadVictim, nth: number): Promise<void> {
	const { cluster, world, random, moves } = stage;
	const downMs = random.below(DOWN_MS_MAX);
	const moving = random.chance(MOVED_SHARE) ? isMoved(stage) : undefined;
	if (moving) await (random.chance(0.5) ? moving : sleep(random.below(DOWN_MS_MAX)));
	const worker = nth % cluster.workers.length;
	if (victim === 'worker-session') await cluster.killSession(worker);
	else if (victim === 'worker') {
		await cluster.workers[worker]?.kill();
		await sleep(downMs);
		await cluster.workers[worker]?.start();
	} else await world.kill(victim, downMs);
	if (moving) moves[(await moving) ? 'moved' : 'unmoved'] += 1;
}
