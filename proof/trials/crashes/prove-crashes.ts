import { createRandom } from '../../../test/partners/random.ts';
import { compare } from '../world/compare.ts';
import { DOWN_MS_MAX, killOften, OPERATIONS_BETWEEN } from '../world/kill-often.ts';
import { startLoad, type Totals, totalsOf, untilMore } from '../world/load.ts';
import { spoilAny } from '../world/spoil.ts';
import { openWorld, type Victim } from '../world/world.ts';

export type CrashTally = Totals & {
	kills: Record<Victim, number>;
	findings: string[];
};

/** Kills at random moments under mixed load, then compares the books. @param isShort waits for nothing but what is killed. */
export async function proveCrashes(
	{
		kills,
		seed,
		network = false,
		isShort = false,
	}: { kills: number; seed: number; network?: boolean; isShort?: boolean },
	say: (line: string) => void = () => {},
): Promise<CrashTally> {
	const random = createRandom(seed);
	const world = await openWorld(random);
	try {
		const load = await startLoad(world, random);
		const counted = await killOften({
			load,
			random,
			kills,
			turns: ['session', 'postmaster', 'server'],
			kill: (victim) => world.kill(victim, random.below(DOWN_MS_MAX)),
			...(network && { between: () => spoilAny(world, random) }),
			say,
		});
		await untilMore(load, OPERATIONS_BETWEEN);
		await load.end();
		return { kills: counted, ...totalsOf(load), findings: await compare(world, load.acknowledged, { isShort }) };
	} finally {
		await world.close();
	}
}
