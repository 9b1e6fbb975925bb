type SharingEvent = { source: string; what: string; outcome: string; uid?: string | undefined };

/** Limit of stored anonymous sign-in events, for each path and outcome. */
const OF_A_WAY_IN = 20;
const USES = 200;
const REFUSALS = 50;
const REFUSALS_OF_ONE = 5;

export function createEventShares() {
	const taken = new Map<string, number>();
	return {
		take(event: SharingEvent) {
			const shares = sharesOf(event);
			if (!shares?.every(([key, max]) => (taken.get(key) ?? 0) < max)) return false;
			for (const [key] of shares) taken.set(key, (taken.get(key) ?? 0) + 1);
			return true;
		},
		renew: () => taken.clear(),
	};
}

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
