import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../../test/partners/random.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';
import { compare } from '../world/compare.ts';
import { DOWN_MS_MAX, killOften, OPERATIONS_BETWEEN } from '../world/kill-often.ts';
import { type Load, signUpAll, startLoad, totalsOf, untilMore } from '../world/load.ts';
import { watchUsers } from '../world/watch-users.ts';
import { openWorld, type Victim, type World } from '../world/world.ts';
import { type SpreadCluster, startSpreadCluster } from './spread-cluster.ts';
import { watchNumbers } from './watch-numbers.ts';

type SpreadVictim = Victim | 'worker' | 'worker-session';
const victims: readonly SpreadVictim[] = ['server', 'session', 'postmaster', 'worker-session', 'worker'];

type Stage = {
	cluster: SpreadCluster;
	world: World;
	random: Random;
	load: Load;
	uids: readonly string[];
	moves: { movedBetween: number; movedDuringKills: number; failed: number };
	print: Print;
};

const WATCHED = 2;
const MOVED_SHARE = 0.4;

/** @throws Error without Citus. */
export function proveSpread(options: TrialOptions, print: Print): Promise<Found> {
	const opened = new AsyncDisposableStack();
	return killOnCluster(opened, options, print).finally(() => opened.disposeAsync());
}

async function killOnCluster(
	opened: AsyncDisposableStack,
	{ count, seed }: TrialOptions,
	print: Print,
): Promise<Found> {
	const random = createRandom(seed);
	const cluster = await startSpreadCluster(opened);
	const world = opened.adopt(await openWorld(random, { postgres: cluster }), (each) => each.close());
	const users = await signUpAll(world);
	const uids = users.map(({ uid }) => uid);
	const watched = await watchUsers(world, users.slice(0, WATCHED), random);
	const numbers = watchNumbers(world.db, uids);
	const load = await startLoad(world, random, users);
	const moves = { movedBetween: 0, movedDuringKills: 0, failed: 0 };
	const stage = { cluster, world, random, load, uids, moves, print };
	const kills = await killOften({
		...{ load, random, print },
		victims: Array.from({ length: count }, () => random.pick(victims)),
		before: () => moveBetween(stage),
		kill: (victim, nth) => killAndMove(stage, victim, nth),
	});
	await load.end();
	const findings = await cluster.untilNothingPrepared();
	findings.push(...(await compare(world, load.acknowledged)), ...(await watched.end(load.acknowledged)));
	findings.push(...(await numbers.end()));
	return { kills, ...moves, ...totalsOf(load), findings };
}

async function moveBetween(stage: Stage): Promise<void> {
	const { random, load, moves, print } = stage;
	if (!random.chance(MOVED_SHARE)) return;
	await untilMore(load, OPERATIONS_BETWEEN);
	const [before, startedAt] = [load.count(), performance.now()];
	if (!(await isMoved(stage))) return;
	moves.movedBetween += 1;
	const tookMs = Math.round(performance.now() - startedAt);
	print(`a shard moved in ${tookMs} ms, ${load.count() - before} operations meanwhile`);
}

function isMoved({ cluster, random, uids, moves, print }: Stage): Promise<boolean> {
	return cluster.moveShardOf(random.pick(uids), random.pick(['wallets', 'wallets', 'wall_transactions'])).then(
		() => true,
		(error) => {
			moves.failed += 1;
			print(`a move failed: ${error.message}`);
			return false;
		},
	);
}

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
	if (await moving) moves.movedDuringKills += 1;
}
