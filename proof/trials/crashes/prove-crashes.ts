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

/** `processes`: how many serve; one of several is killed in its turn too. */
type Crashes = { kills: number; network?: boolean; processes?: number };

/** Kills under load, then compares the books. */
export async function proveCrashes(
	{ seed, ...crashes }: Crashes & { seed: number },
	say: (line: string) => void = () => {},
): Promise<CrashTally> {
	const random = createRandom(seed);
	const world = await openWorld(random, { env: { PROCESSES: String(crashes.processes ?? 1) } });
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
	{ kills, network = false, processes = 1 }: Crashes,
	say: (line: string) => void = () => {},
): Promise<Kills> {
	const counted = await killOften({
		load,
		random,
		kills,
		turns:
			processes > 1 ? ['web', 'session', 'web', 'postmaster', 'web', 'server'] : ['session', 'postmaster', 'server'],
		kill: (victim) => world.kill(victim, random.below(DOWN_MS_MAX)),
		...(network && { between: () => spoilAny(world, random) }),
		say,
	});
	await untilMore(load, OPERATIONS_BETWEEN);
	return counted;
}
