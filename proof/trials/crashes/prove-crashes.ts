import { createRandom, type Random } from '../../../test/partners/random.ts';
import { compare } from '../world/compare.ts';
import { DOWN_MS_MAX, type Kills, killOften, OPERATIONS_BETWEEN } from '../world/kill-often.ts';
import { type Load, startLoad, type Totals, totalsOf, untilMore } from '../world/load.ts';
import { spoilAny } from '../world/spoil.ts';
import { openWorld, type World } from '../world/world.ts';

export type CrashTally = Totals & {
	kills: Kills;
	findings: string[];
};

type Crashes = { kills: number; network?: boolean };

/** Kills under load, then compares the books. */
export async function proveCrashes(
	{ seed, ...crashes }: Crashes & { seed: number },
	say: (line: string) => void = () => {},
): Promise<CrashTally> {
	const random = createRandom(seed);
	const world = await openWorld(random);
	try {
		const load = await startLoad(world, random);
		const kills = await killUnder(load, world, random, crashes, say);
		await load.end();
		return { kills, ...totalsOf(load), findings: await compare(world, load.acknowledged) };
	} finally {
		await world.close();
	}
}

/** Each in its turn, at a random moment; all has recovered in the end. */
export async function killUnder(
	load: Load,
	world: World,
	random: Random,
	{ kills, network = false }: Crashes,
	say: (line: string) => void = () => {},
): Promise<Kills> {
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
	return counted;
}
