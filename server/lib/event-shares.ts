/** What of an event decides it. */
type SharingEvent = { source: string; what: string; outcome: string; uid?: string | undefined };

/** Until the next renewal, a second later. */
export type EventShares = {
	/** @returns whether it is kept. */
	take(event: SharingEvent): boolean;
	renew(): void;
};

/** Of one way in, that is not known to be anybody's, and of one way out of it: who succeeds is beside who fails. */
const OF_A_WAY_IN = 20;
/** Of one kind of use: partners tell of many people at once. */
const USES = 200;
const REFUSALS = 50;
const REFUSALS_OF_ONE = 5;

/**
 * Who shares with whom. Work of ours and a way in that somebody proved to be theirs are always kept; strangers who were turned
 * away never, because nothing bounds them; everybody else has so many a second.
 */
export function createEventShares(): EventShares {
	const taken = new Map<string, number>();
	return {
		take(event) {
			const shares = sharesOf(event);
			if (!shares?.every(([key, max]) => (taken.get(key) ?? 0) < max)) return false;
			for (const [key] of shares) taken.set(key, (taken.get(key) ?? 0) + 1);
			return true;
		},
		renew: () => taken.clear(),
	};
}

/** Names and sizes; undefined where there is none. */
function sharesOf({ source, what, outcome, uid }: SharingEvent): [string, number][] | undefined {
	if (source === 'refusal') {
		if (uid === undefined) return undefined;
		return [
			[source, REFUSALS],
			[`${source} ${uid}`, REFUSALS_OF_ONE],
		];
	}
	if (source === 'use') return [[`${source} ${what}`, USES]];
	if (source === 'sign-in' && uid === undefined) return [[`${what} ${outcome === 'done'}`, OF_A_WAY_IN]];
	return [];
}
