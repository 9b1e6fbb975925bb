import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../test/partners/random.ts';
import { type Load, untilMore } from './load.ts';
import type { Victim } from './world.ts';

/** Between two kills so many operations have gone through, so that there is always something to lose. */
export const OPERATIONS_BETWEEN = 15;
export const DOWN_MS_MAX = 300;

export type Kills<Of extends string = Victim> = Partial<Record<Of, number>>;

type Killing<Of extends string> = {
	load: Load;
	random: Random;
	kills: number;
	turns: readonly Of[];
	/** @param nth how many of its kind were killed before. */
	kill: (victim: Of, nth: number) => Promise<void>;
	say: (line: string) => void;
	told?: () => string;
	between?: () => Promise<void>;
};

/** Kills at random moments under load, `kills` times. @returns how many of each kind. */
export async function killOften<Of extends string>(killing: Killing<Of>): Promise<Kills<Of>> {
	const { load, random, kills, turns, kill, say, between, told = () => `${load.count()} operations` } = killing;
	const counted: Kills<Of> = {};
	for (let done = 0; done < kills; done += 1) {
		await between?.();
		await untilMore(load, OPERATIONS_BETWEEN);
		await sleep(random.below(100));
		const victim = turns[done % turns.length] as Of;
		const before = counted[victim] ?? 0;
		await kill(victim, before);
		counted[victim] = before + 1;
		say(`${done + 1} of ${kills} killed (${victim}), ${told()} acknowledged`);
	}
	return counted;
}
