import type { Log } from '../lib/clock-and-log.ts';
import { type DbDeps, inTransaction } from '../lib/db/database.ts';
import { inPipeline } from '../lib/db/pipeline.ts';
import { inTime } from '../lib/jobs/semaphores.ts';
import { createFindHostingNetwork, type HostingDeps } from './hosting-networks.ts';
import { createNotePlace, type PlaceDeps } from './note-place.ts';
import { selectOpenScore } from './store-signals.ts';

export type FindScore = (user: { uid: string; ip: string; device: string }) => Promise<number>;

type Deps = PlaceDeps & HostingDeps & DbDeps & { log: Log };

const PATIENCE_MS = 2_000;

/** The score is infinite if it takes over two seconds. */
export function createFindScore(deps: Deps): FindScore {
	const { db, clock, log } = deps;
	const notePlace = createNotePlace(deps);
	const findHostingNetwork = createFindHostingNetwork(deps);

	async function compute({ uid, ip, device }: Parameters<FindScore>[0]): Promise<number> {
		const now = new Date(clock.now());
		await inTransaction(db, (tx) => notePlace(tx, { uid, at: now, ip, device }));
		// Planning the score takes ten times as long as computing it.
		return inPipeline(db, (tx) => selectOpenScore(tx, uid, { now, findHostingNetwork }));
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
