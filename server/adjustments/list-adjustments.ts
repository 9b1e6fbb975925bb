import type { WaitingAdjustment } from '../../contract/admin/adjustments.ts';
import { robuxToWire } from '../../contract/money.ts';
import type { Page } from '../../contract/paging.ts';
import { selectApprovalSettings } from '../accounts/allowance.ts';
import type { Clock } from '../lib/clock.ts';
import { readTimeCursor, toPage } from '../lib/db/cursor.ts';
import type { Database } from '../lib/db/database.ts';
import type { TimeList } from '../lib/db/time-list.ts';
import { toWire } from './adjustment.ts';
import { selectWaiting } from './store.ts';

/** @param asker the admin who is answered. @throws CallError `invalid-argument` for a cursor of another list. */
export async function listAdjustments(
	{ db, clock }: { db: Database; clock: Clock },
	asker: string,
	{ cursor, limit, ...filter }: TimeList & { uid: string | undefined; cursor: string | undefined; limit: number },
): Promise<Page<WaitingAdjustment> & { approvalAbove: number }> {
	const now = new Date(clock.now());
	const rows = await selectWaiting(db, { ...filter, after: readTimeCursor(cursor), now, limit: limit + 1 });
	const { approvalAbove } = await selectApprovalSettings(db);
	const page = toPage(rows, limit, {
		toItem: (row) => ({ ...toWire(row, asker), user_name: row.userName, proposer_name: row.proposerName }),
		keyOf: ({ proposedAt, id }) => [proposedAt, id],
	});
	return { ...page, approvalAbove: robuxToWire(approvalAbove) };
}
