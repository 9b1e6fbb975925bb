import { DAY_MS } from '../../../contract/durations.ts';
import type { Tx } from '../../lib/db/database.ts';
import type { PayoutStatus } from '../checkpoint.ts';
import { dayOf } from '../utc-day.ts';
import { bandsOf, refundsOf } from './payout-figures.ts';
import { selectFirstEnd, selectLastPublishedDay, selectRefunded, selectTaken } from './store-status.ts';

/** No commit lags further behind its end time, so a reported day is final. */
const LATE_WRITES_MS = 20_000;

export async function findStatus(tx: Tx, atMs: number): Promise<PayoutStatus> {
	const last = await selectLastPublishedDay(tx);
	const firstEnd = await selectFirstEnd(tx, last);
	const day = dueDay(last, firstEnd && dayOf(firstEnd.getTime()), atMs);
	if (day === undefined) return null;
	const taken = await selectTaken(tx, day);
	return { day, bands: bandsOf(taken), refunds: refundsOf(await selectRefunded(tx, day)) };
}

/** Returns yesterday, or after an outage the first day on which a withdrawal ended. */
function dueDay(last: string | undefined, firstEnd: string | undefined, nowMs: number) {
	const today = dayOf(nowMs - LATE_WRITES_MS);
	const yesterday = dayOf(Date.parse(today) - DAY_MS);
	const isSinceOver = firstEnd !== undefined && firstEnd < today;
	if (last === undefined) return isSinceOver ? yesterday : undefined;
	if (last >= yesterday) return undefined;
	return isSinceOver ? firstEnd : yesterday;
}
