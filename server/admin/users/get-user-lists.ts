import type { UserPageRequest } from '../../../contract/admin/fields.ts';
import type { LedgerLine } from '../../../contract/admin/user.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import { encodeCursor, readCursor } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { type LedgerLineRow, selectLedgerLines } from './store-user.ts';

const LEDGER_CURSOR = /^[1-9]\d{0,15} -?\d{1,16}$/;
/** `offer/<wall>/<transaction>/credit`; a partner's transaction id may hold anything. */
const OFFER_REFERENCE = /^offer\/([^/]+)\/(.+)\/[^/]+$/;
const MICROS = 1_000_000;

/** A user's ledger, newest first, of a range of time, each line with the balance that it left. A page costs the same at any depth. */
export async function getUserLedger(
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

/** What moved from where to where, and what for. */
export function transferToWire(
	row: Omit<LedgerLineRow, 'left'>,
	walls: readonly Wall[],
): Omit<LedgerLine, 'change' | 'balance_after'> {
	const [, wallId, transactionId] = OFFER_REFERENCE.exec(row.reference) ?? [];
	return {
		id: String(row.id),
		at: row.at.getTime(),
		kind: row.kind,
		amount: robuxToWire(row.amount),
		from: row.debit,
		to: row.credit,
		reference: row.reference,
		wall: wallId === undefined ? null : { id: wallId, name: walls.find(({ id }) => id === wallId)?.name ?? wallId },
		transaction_id: transactionId ?? null,
		offer_id: row.offerId,
		offer_name: row.offerName,
		payout: row.payoutMicros ? row.payoutMicros / MICROS : null,
		reason: row.reason,
		order_id: row.orderId,
	};
}
