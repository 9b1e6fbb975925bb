import { keptMs } from '../../contract/site/retention.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { deleteNoticesBefore } from './store.ts';

const BATCH_SIZE = 5_000;

/** Deletes old notices: what they told of is in the histories. Nothing depends on when. */
export async function purgeNotices({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const before = new Date(clock.now() - keptMs('notices'));
	while ((await deleteNoticesBefore(db, before, BATCH_SIZE)) === BATCH_SIZE);
}
