import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../test/partners/random.ts';
import { compare } from './compare.ts';
import { type Load, startLoad } from './load.ts';
import { openWorld, type Victim, victims, type World } from './world.ts';

/** What one world of crashes came to. */
export type CrashTally = {
	kills: Record<Victim, number>;
	/** Operations that were acknowledged, and therefore must be in the books once. */
	credits: number;
	duplicates: number;
	reversals: number;
	withdrawals: number;
	/** Each difference between what was acknowledged and the books, in words. */
	findings: string[];
};

const DOWN_MS_MAX = 300;
/** Between two kills so many operations have gone through, so that there is always something to lose. */
const OPERATIONS_BETWEEN = 15;
const RECOVERY_TIMEOUT_MS = 90_000;

/**
 * Kills the server, a session of the database or the whole database `kills` times at random moments under mixed load,
 * then compares everything that was acknowledged with the books and with the vendor's payments.
 * @param say receives a line after each kill.
 */
export async function proveCrashes(
	{ kills, seed }: { kills: number; seed: number },
	say: (line: string) => void = () => {},
): Promise<CrashTally> {
	const random = createRandom(seed);
	const world = await openWorld();
	try {
		const load = await startLoad(world, random);
		const counted = await killOften({ world, load, random, kills, say });
		await untilMore(load, OPERATIONS_BETWEEN);
		await load.end();
		return { kills: counted, ...totals(load), findings: await compare(world, load.acknowledged) };
	} finally {
		await world.close();
	}
}

type Killing = { world: World; load: Load; random: Random; kills: number; say: (line: string) => void };

async function killOften({ world, load, random, kills, say }: Killing): Promise<Record<Victim, number>> {
	const counted = { server: 0, session: 0, postmaster: 0 };
	for (let kill = 1; kill <= kills; kill += 1) {
		await untilMore(load, OPERATIONS_BETWEEN);
		await sleep(random.below(100));
		// In turns, so that a short run has all of them.
		const victim = victims[kill % victims.length] ?? 'server';
		await world.kill(victim, random.below(DOWN_MS_MAX));
		counted[victim] += 1;
		say(`${kill} of ${kills} killed (${victim}), ${load.count()} operations acknowledged`);
	}
	return counted;
}

async function untilMore(load: Load, more: number): Promise<void> {
	const target = load.count() + more;
	const deadline = performance.now() + RECOVERY_TIMEOUT_MS;
	while (load.count() < target) {
		if (performance.now() > deadline) throw new Error('nothing was acknowledged for 90 seconds');
		await sleep(10);
	}
}

function totals({ acknowledged }: Load): Omit<CrashTally, 'kills' | 'findings'> {
	const all = [...acknowledged.values()];
	const sum = (of: (told: (typeof all)[number]) => number) => all.reduce((total, told) => total + of(told), 0);
	return {
		credits: sum(({ credits }) => credits),
		duplicates: sum(({ duplicates }) => duplicates),
		reversals: sum(({ reversals }) => reversals),
		withdrawals: sum(({ orders }) => orders.size),
	};
}
