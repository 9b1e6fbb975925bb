import type { CallInput, CallResult } from '../../contract/calls.ts';
import { readCursor, toPage } from '../lib/db/cursor.ts';
import type { Database } from '../lib/db/database.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import { type ListedTransfer, type Place, selectQuarters, selectTransfersIn } from './store-transfers.ts';
import { transferToWire } from './transfer-to-wire.ts';

const CURSOR = /^\d{1,15} [1-9]\d{0,15}$/;

export async function adminGetTransfers(
	{ db, walls }: { db: Database; walls: readonly Wall[] },
	{ cursor, limit, account, from, until }: CallInput<'adminGetTransfers'>,
): Promise<CallResult<'adminGetTransfers'>> {
	const [atMs, id] = readCursor(cursor, CURSOR).map(Number);
	const behind: Place = atMs === undefined || id === undefined ? undefined : { at: new Date(atMs), id };
	const range = { from, until: behind ? behind.at.getTime() + 1 : until };
	const rows: ListedTransfer[] = [];
	// Each selected quarter-hour has a transfer, unless the range or the cursor excludes it.
	for (const quarter of await selectQuarters(db, { account, ...range, count: limit + 3 })) {
		rows.push(...(await selectTransfersIn(db, quarter, { account, ...range, behind, limit: limit + 1 - rows.length })));
		if (rows.length > limit) break;
	}
	return toPage(rows, limit, {
		toItem: (row) => ({ ...transferToWire(row, walls), user: { uid: row.uid, name: row.userName } }),
		keyOf: (row) => [row.at, row.id],
	});
}
