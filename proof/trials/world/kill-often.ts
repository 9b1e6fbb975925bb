import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../test/partners/random.ts';
import type { Print } from '../trial.ts';
import { type Load, untilMore } from './load.ts';

/** So many operations between kills that each kill can lose something. */
export const OPERATIONS_BETWEEN = 15;
export const DOWN_MS_MAX = 300;

type Killing<Victim extends string> = {
	load: Load;
	random: Random;
	victims: readonly Victim[];
	kill: (victim: Victim, nth: number) => Promise<void>;
	print: Print;
	before?: () => Promise<void>;
};

export async function killOften<Victim extends string>(killing: Killing<Victim>): Promise<Record<string, number>> {
	const { load, random, victims, kill, print, before } = killing;
	const counted: Record<string, number> = {};
	for (const [done, victim] of victims.entries()) {
		await before?.();
		await untilMore(load, OPERATIONS_BETWEEN);
		await sleep(random.below(100));
		const nth = counted[victim] ?? 0;
		await kill(victim, nth);
		counted[victim] = nth + 1;
		print(`${done + 1} of ${victims.length} killed (${victim}), ${load.count()} operations acknowledged`);
	}
	await untilMore(load, OPERATIONS_BETWEEN);
	return counted;
}
