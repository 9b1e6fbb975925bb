import { retentionMs } from '../../contract/site/retention.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/db/database.ts';
import { deleteNoticesBefore } from './store.ts';

const BATCH_SIZE = 5_000;

export async function purgeNotices({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
	const before = new Date(clock.now() - retentionMs('notices'));
	while ((await deleteNoticesBefore(db, before, BATCH_SIZE)) === BATCH_SIZE);
}
