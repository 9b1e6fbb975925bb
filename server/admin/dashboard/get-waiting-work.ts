import type { CallResult } from '../../../contract/calls.ts';
import { WAITING_WORK_COUNT_MAX } from '../../../contract/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { countWaitingWork } from './store-waiting-work.ts';

export function adminGetWaitingWork(
	{ db, clock }: { db: Database; clock: Clock },
	asker: string,
): Promise<CallResult<'adminGetWaitingWork'>> {
	return countWaitingWork(db, { asker, now: new Date(clock.now()), most: WAITING_WORK_COUNT_MAX });
}
