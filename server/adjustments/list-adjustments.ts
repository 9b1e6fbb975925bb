import type { WaitingAdjustment } from '../../contract/adjustments.ts';
import { robuxToWire } from '../../contract/money.ts';
import type { Page } from '../../contract/paging.ts';
import type { Clock } from '../lib/clock.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Database } from '../lib/database.ts';
import { toWire } from './adjustment.ts';
import { selectAdjustmentSettings, selectWaiting } from './store.ts';

const CURSOR = /^\d{1,15} [0-9a-f-]{36}$/;

/**
 * What waits for a second admin, newest first. @param asker the admin who is answered.
 * @throws CallError `invalid-argument` for a cursor of another list.
 */
export async function listAdjustments(
	{ db, clock }: { db: Database; clock: Clock },
	asker: string,
	{ uid, cursor, limit }: { uid: string | undefined; cursor: string | undefined; limit: number },
): Promise<Page<WaitingAdjustment> & { approvalAbove: number }> {
	const [at, id = ''] = cursor === undefined ? [] : decodeCursor(cursor, CURSOR).split(' ');
	const after = at === undefined ? undefined : { atMs: Number(at), id };
	const rows = await selectWaiting(db, { uid, after, now: new Date(clock.now()), limit: limit + 1 });
	const items = rows.slice(0, limit);
	const last = items.at(-1);
	const { approvalAbove } = await selectAdjustmentSettings(db);
	return {
		items: items.map((row) => ({
			...toWire(row, asker),
			user_name: row.userName,
			proposer_name: row.proposerName,
		})),
		nextCursor: rows.length > limit && last ? encodeCursor(`${last.proposedAt.getTime()} ${last.id}`) : null,
		approvalAbove: robuxToWire(approvalAbove),
	};
}
