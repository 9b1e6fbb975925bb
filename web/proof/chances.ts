const CHEATED_SHARE = 100;
const LOOKING = [10, 100, 300];

export type Chance = { looking: number; found: number };

/** Chance that k checkers drawn from n people find one of m cheated: 1 − C(n−m, k) / C(n, k). */
export function chancesAmong(people: number): Chance[] {
	const looking = LOOKING.filter((count) => count < people);
	return (looking.length > 0 ? looking : [people]).map((count) => ({
		looking: count,
		found: chanceToFind(people, Math.ceil(people / CHEATED_SHARE), count),
	}));
}

export function chanceToFind(people: number, cheated: number, looking: number): number {
	let missed = 1;
	for (let n = 0; n < looking; n += 1) missed *= Math.max(0, 1 - cheated / (people - n));
	return 1 - missed;
}
