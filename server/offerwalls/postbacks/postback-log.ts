import type { Log } from '../../lib/clock-and-log.ts';
import { type DbDeps, outcomeIfUnavailable, sqlState } from '../../lib/db/database.ts';
import { createBatcher } from '../../lib/jobs/batcher.ts';
import { insertPostbacks } from '../booking/store.ts';
import type { Postback, PostbackOutcome } from './received-postback.ts';
import { createUnverified } from './unverified.ts';

/** Partners time out after about five seconds, including network time. */
export const WAIT_MS_MAX = 2_500;
export const FAULTS = {
	/** PostgreSQL classes 22 (data) and 23 (integrity) concern one row. */
	isItemsFault: (error: unknown) => error instanceof RangeError || /^2[23]/.test(sqlState(error) ?? ''),
	isEverybodys: (error: unknown) => outcomeIfUnavailable(error) !== undefined,
};

export const ROW_BATCHING = {
	...{ batchSizeMax: 500, batchesMax: 1, alongsideFrom: 1, queueLengthMax: 5_000, sourceLengthMax: 2_500 },
	...{ waitMsMax: WAIT_MS_MAX, sourceOf: ({ wall }: { wall: string }) => wall },
	...FAULTS,
};

export function createPostbackLog(deps: DbDeps & { log: Log }) {
	const unverified = createUnverified(deps);
	const storing = createBatcher<Postback, void>({
		write: async (postbacks) => {
			await insertPostbacks(deps.db, postbacks);
			return postbacks.map(() => undefined);
		},
		...ROW_BATCHING,
		paceMs: 20,
	});

	return {
		async keep(postback: Postback): Promise<PostbackOutcome> {
			await storing.add(postback);
			return postback.outcome;
		},
		/** Responds even if the refusal cannot be stored, because a refusal must not depend on the database. */
		async keepRefusal(
			received: Omit<Postback, 'outcome' | 'why'>,
			outcome: PostbackOutcome,
			why: string,
			quota = received.wall,
		): Promise<PostbackOutcome> {
			const postback = unverified.share({ ...received, outcome, why }, quota);
			if (!postback) return outcome;
			const { wall, ip, request } = postback;
			deps.log.warn({ wall, ip, request, why }, `postback rejected: ${outcome}`);
			await storing
				.add(postback)
				.catch((error) => deps.log.error({ err: error }, "couldn't store a rejected postback"));
			return outcome;
		},
		drain: () => Promise.all([storing.drain(), unverified.flush()]),
	};
}
