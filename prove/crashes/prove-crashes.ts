import { setTimeout as sleep } from 'node:timers/promises';
import { networkFaults } from '../../test/faulty-proxy.ts';
import { createRandom, type Random } from '../../test/partners/random.ts';
import { compare } from '../world/compare.ts';
import { type Load, startLoad, type Totals, totalsOf, untilMore } from '../world/load.ts';
import { spoil } from '../world/spoil.ts';
import { links, openWorld, type Victim, victims, type World } from '../world/world.ts';

/** What one world of crashes came to. */
export type CrashTally = Totals & {
	kills: Record<Victim, number>;
	/** Each difference between what was acknowledged and the books, in words. */
	findings: string[];
};

const DOWN_MS_MAX = 300;
/** Between two kills so many operations have gone through, so that there is always something to lose. */
const OPERATIONS_BETWEEN = 15;

/**
 * Kills the server, a session of the database or the whole database `kills` times at random moments under mixed load,
 * then compares everything that was acknowledged with the books and with the vendor's payments.
 * @param network also spoils a link of the network between two kills.
 * @param say receives a line after each kill.
 */
export async function proveCrashes(
	{ kills, seed, network = false }: { kills: number; seed: number; network?: boolean },
	say: (line: string) => void = () => {},
): Promise<CrashTally> {
	const random = createRandom(seed);
	const world = await openWorld(random);
	try {
		const load = await startLoad(world, random);
		const counted = await killOften({ world, load, random, kills, network, say });
		await untilMore(load, OPERATIONS_BETWEEN);
		await load.end();
		return { kills: counted, ...totalsOf(load), findings: await compare(world, load.acknowledged) };
	} finally {
		await world.close();
	}
}

type Killing = {
	world: World;
	load: Load;
	random: Random;
	kills: number;
	network: boolean;
	say: (line: string) => void;
};

async function killOften({ world, load, random, kills, network, say }: Killing): Promise<Record<Victim, number>> {
	const counted = { server: 0, session: 0, postmaster: 0 };
	for (let kill = 1; kill <= kills; kill += 1) {
		if (network) await spoil(world, random.pick(links), random.pick(networkFaults));
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
