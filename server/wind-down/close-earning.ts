import type { CallResult } from '../../contract/calls.ts';
import { withdrawAmountMin } from '../../contract/limits.ts';
import { callError } from '../../contract/refusals.ts';
import type { Clock } from '../lib/clock-and-log.ts';
import type { DbDeps } from '../lib/db/database.ts';
import type { BoundCall, BoundCalls } from '../lib/http/calls.ts';
import { memoize } from '../lib/jobs/semaphores.ts';
import { selectWindDown } from './store-wind-down.ts';

type ReadServiceEnd = () => Promise<Date | undefined>;

export function createReadServiceEnd({ db, clock }: DbDeps): ReadServiceEnd {
	return memoize(clock, 5_000, async () => (await selectWindDown(db))?.endsAt);
}

/** Users can withdraw small amounts until the end, and nothing afterwards. */
export function claimRules(readServiceEnd: ReadServiceEnd, clock: Clock) {
	return {
		readAmountMin: async () => withdrawAmountMin(await readServiceEnd()),
		async requireTimeToClaim() {
			const endsAt = await readServiceEnd();
			if (endsAt && endsAt.getTime() <= clock.now()) throw callError('failed-precondition', 'claims-over');
		},
	};
}

export function closeEarning(readServiceEnd: ReadServiceEnd, calls: BoundCalls): BoundCalls {
	const refuse = async () => {
		throw callError('failed-precondition', 'winding-down');
	};
	const closed: Partial<BoundCalls> = {
		getOfferwalls: async (): Promise<CallResult<'getOfferwalls'>> => [],
		getOffers: async (): Promise<CallResult<'getOffers'>> => ({ items: [], nextCursor: null }),
		openOffer: refuse,
		createOfferLink: refuse,
		redeemPromoCode: refuse,
		getPublicStats: async (...args) => ({ ...((await calls.getPublicStats(...args)) as object), offers: [] }),
	};
	const gate = ([name, close]: [string, BoundCall]): [string, BoundCall] => {
		const open = calls[name as keyof BoundCalls];
		return [name, async (input, caller) => ((await readServiceEnd()) ? close : open)(input, caller)];
	};
	return { ...calls, ...Object.fromEntries(Object.entries(closed).map(gate)) };
}
