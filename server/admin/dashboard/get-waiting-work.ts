import type { CallResult } from '../../../contract/calls.ts';
import { WAITING_WORK_COUNT_MAX } from '../../../contract/limits.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Caller } from '../../lib/feature.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { countRiskyWalls } from '../../offerwalls/walls/wall-warnings.ts';
import { countWaitingWork } from './store-waiting-work.ts';

export async function adminGetWaitingWork(
	{ db, clock, walls }: { db: Database; clock: Clock; walls: readonly Wall[] },
	_input: unknown,
	{ actor }: Caller<'admin'>,
): Promise<CallResult<'adminGetWaitingWork'>> {
	const now = new Date(clock.now());
	const waiting = await countWaitingWork(db, { asker: actor.uid, now, most: WAITING_WORK_COUNT_MAX });
	return { ...waiting, offerwalls: countRiskyWalls(walls) };
}
