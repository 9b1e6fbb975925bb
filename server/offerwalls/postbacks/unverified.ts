import { DAY_MS } from '../../../contract/durations.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import type { Postback, PostbackOutcome } from './received-postback.ts';
import { addUnkept, type Unkept } from './store-postbacks.ts';

/** Outcomes decided before verification, so anyone can cause them without limit. */
export const unverifiedOutcomes = ['bad-signature', 'malformed', 'forbidden'] as const satisfies PostbackOutcome[];
const UNVERIFIED_TEXT_MAX = 2_000;

/** Refusals stored per day and node. */
const SHARE_OF_WALL = 1_000;
const COUNTED_EVERY_MS = 5_000;

export function isUnverified(outcome: PostbackOutcome): boolean {
	return (unverifiedOutcomes as readonly PostbackOutcome[]).includes(outcome);
}

type UnverifiedDeps = DbDeps & { log: Log };

/** Limits stored refusals, so that a flood fills neither disk nor log. */
export function createUnverified({ db, clock, log }: UnverifiedDeps) {
	let day = 0;
	const counts = new Map<string, number>();
	let counted = new Map<string, Unkept>();
	let timer: NodeJS.Timeout | undefined;

	function count({ outcome }: Postback, wall: string): void {
		const key = `${wall} ${outcome}`;
		const times = (counted.get(key)?.times ?? 0) + 1;
		counted.set(key, { wall, outcome, times, lastAtMs: clock.now() });
		timer ??= setTimeout(flush, COUNTED_EVERY_MS).unref();
	}

	async function flush(): Promise<void> {
		clearTimeout(timer);
		timer = undefined;
		const all = [...counted.values()];
		counted = new Map();
		if (all.length === 0) return;
		for (const { wall, outcome, times } of all)
			log.warn({ wall, outcome, times }, 'rejected postbacks that were only counted');
		await addUnkept(db, all).catch((error) => log.error({ err: error }, "couldn't count rejected postbacks"));
	}

	return {
		share(refused: Postback, quota: string) {
			if (!isUnverified(refused.outcome)) return refused;
			const today = Math.floor(clock.now() / DAY_MS);
			if (today !== day) counts.clear();
			day = today;
			const stored = counts.get(quota) ?? 0;
			if (stored >= SHARE_OF_WALL) {
				count(refused, quota);
				return undefined;
			}
			counts.set(quota, stored + 1);
			const request = refused.request.slice(0, UNVERIFIED_TEXT_MAX);
			return request === refused.request ? refused : { ...refused, request, seal: undefined };
		},
		flush,
	};
}
