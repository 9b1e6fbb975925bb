import { HOUR_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { siteOf } from '../../lib/http/rate-limit.ts';
import type { Log } from '../../lib/log.ts';
import type { Postback, PostbackOutcome } from './received-postback.ts';
import { addUnkept, type Unkept } from './store-postbacks.ts';

/** Rejected before verification, so anyone can send them without limit. */
export const unverifiedOutcomes = ['bad-signature', 'malformed', 'forbidden'] as const satisfies PostbackOutcome[];
const UNVERIFIED_TEXT_MAX = 500;

/** Limits per hour and node. */
const SHARE_OF_WALL = 500;
const SHARE_OF_ADDRESS = 30;
const COUNTED_EVERY_MS = 5_000;

function isUnverified(outcome: PostbackOutcome): boolean {
	return (unverifiedOutcomes as readonly PostbackOutcome[]).includes(outcome);
}

/** Limits stored refusals, so that a flood fills neither disk nor log. */
export type Unverified = {
	/** @returns undefined if the refusal is only counted. */
	share(refused: Postback): Postback | undefined;
	flush(): Promise<void>;
};

type UnverifiedDeps = { db: Database; clock: Clock; log: Log };

export function createUnverified({ db, clock, log }: UnverifiedDeps): Unverified {
	let hour = 0;
	/** Counts by wall, and by address per wall. */
	const counts = new Map<string, number>();
	let counted = new Map<string, Unkept>();
	let timer: NodeJS.Timeout | undefined;

	function isWithin(key: string, max: number): boolean {
		return (counts.get(key) ?? 0) < max;
	}

	function count({ wall, outcome }: Postback): void {
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
		share(refused) {
			if (!isUnverified(refused.outcome)) return refused;
			const now = Math.floor(clock.now() / HOUR_MS);
			if (now !== hour) counts.clear();
			hour = now;
			const { wall, ip } = refused;
			const address = `${wall} ${siteOf(ip)}`;
			if (!isWithin(wall, SHARE_OF_WALL) || !isWithin(address, SHARE_OF_ADDRESS)) {
				count(refused);
				return undefined;
			}
			for (const key of [wall, address]) counts.set(key, (counts.get(key) ?? 0) + 1);
			return { ...refused, request: refused.request.slice(0, UNVERIFIED_TEXT_MAX) };
		},
		flush,
	};
}
