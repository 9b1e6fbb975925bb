import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/db/database.ts';
import { inTime } from '../lib/jobs/in-time.ts';
import type { Log } from '../lib/log.ts';
import { createFindHostingNetwork, type HostingDeps } from './hosting-networks.ts';
import { createNotePlace, type PlaceDeps } from './note-place.ts';
import { CASE_SCORE_MIN, selectScoreNow } from './store-signals.ts';

export type FindScore = (user: { uid: string; ip: string; device: string }) => Promise<number>;

type Deps = PlaceDeps & HostingDeps & { db: Database; clock: Clock; log: Log };

const PATIENCE_MS = 2_000;

/** Returns the user's fraud score of this moment: infinite if it can't be computed within two seconds. */
export function createFindScore(deps: Deps): FindScore {
	const { db, clock, log } = deps;
	const notePlace = createNotePlace(deps);
	const findHostingNetwork = createFindHostingNetwork(deps);

	async function compute({ uid, ip, device }: Parameters<FindScore>[0]): Promise<number> {
		const now = new Date(clock.now());
		return inTransaction(db, async (tx) => {
			await notePlace(tx, { uid, at: now, ip, device });
			const { score, closedScore } = await selectScoreNow(tx, uid, { now, findHostingNetwork });
			return score < CASE_SCORE_MIN || score <= (closedScore ?? 0) ? 0 : score;
		});
	}

	return async (user) => {
		try {
			return await inTime(compute(user), PATIENCE_MS, () => new Error('the fraud score took too long'));
		} catch (error) {
			log.warn({ err: error, uid: user.uid }, 'no fraud score, so the withdrawal is held');
			return Number.POSITIVE_INFINITY;
		}
	};
}
