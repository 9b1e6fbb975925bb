import { createRandom, type Random } from '../../../test/partners/random.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';
import { compare, DOWN_MS_MAX, killOften, type Load, startLoad, totalsOf } from '../world/load.ts';
import { openWorld, type Victim, type World } from '../world/world.ts';

const victims: readonly Victim[] = ['session', 'postmaster', 'server'];

export async function proveCrashes({ count, seed }: TrialOptions, print: Print): Promise<Found> {
	const random = createRandom(seed);
	await using world = await openWorld(random);
	const load = await startLoad(world, random);
	const kills = await killUnder(load, { world, random, count }, print);
	await load.end();
	return { kills, ...totalsOf(load), findings: await compare(world, load.acknowledged) };
}

export function killUnder(
	load: Load,
	{ world, random, count }: { world: World; random: Random; count: number },
	print: Print = () => {},
): Promise<Record<string, number>> {
	return killOften({
		load,
		random,
		victims: Array.from({ length: count }, (_, nth) => victims[nth % victims.length] as Victim),
		kill: (victim) => world.kill(victim, random.below(DOWN_MS_MAX)),
		print,
	});
}
