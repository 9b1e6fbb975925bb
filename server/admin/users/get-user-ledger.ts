import type { UserPageRequest } from '../../../contract/admin/fields.ts';
import type { LedgerLine } from '../../../contract/admin/user.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import { encodeCursor, readCursor } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { transferToWire } from '../../treasury/transfer-to-wire.ts';
import { type LedgerLineRow, selectLedgerLines } from './store-user.ts';

const LEDGER_CURSOR = /^[1-9]\d{0,15} -?\d{1,16}$/;

/** Returns the newest line first. A page costs the same at any depth. */
export async function adminGetUserLedger(
	{ db, walls }: { db: Database; walls: readonly Wall[] },
	{ uid, cursor, limit, ...range }: UserPageRequest,
): Promise<Page<LedgerLine>> {
	const [beforeId, left] = readCursor(cursor, LEDGER_CURSOR).map(Number);
	const rows = await selectLedgerLines(db, { uid, beforeId, limit: limit + 1, ...range });
	let balance: number = left ?? rows[0]?.left ?? 0;
	const items = rows.slice(0, limit).map((row) => {
		const change = changeOf(row);
		const line = {
			...transferToWire(row, walls),
			change: robuxToWire(change),
			balance_after: robuxToWire(asRobuxCents(balance)),
		};
		balance -= change;
		return line;
	});
	return {
		items,
		nextCursor: rows.length > limit ? encodeCursor(`${rows[limit - 1]?.id} ${balance}`) : null,
	};
}

function changeOf({ debit, credit, amount }: LedgerLineRow): RobuxCents {
	if (credit === 'wallet') return amount;
	return asRobuxCents(debit === 'wallet' ? -amount : 0);
}
