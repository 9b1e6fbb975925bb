import type { LedgerLine } from '../../contract/admin/user.ts';
import { robuxToWire } from '../../contract/money.ts';
import type { OpenCall } from '../lib/call-handler.ts';
import { readCursor, toPage } from '../lib/db/cursor.ts';
import type { Database } from '../lib/db/database.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import { type ListedTransfer, selectQuarters, selectTransfersIn, type TransferRow } from './store-transfers.ts';

const CURSOR = /^\d{1,15} [1-9]\d{0,15}$/;

type Deps = { db: Database; walls: readonly Wall[] };

export const adminGetTransfers: OpenCall<'adminGetTransfers', Deps> = async ({ db, walls }, input) => {
	const { cursor, limit, account, from, until } = input;
	const [atMs, id] = readCursor(cursor, CURSOR).map(Number);
	const behind = atMs === undefined || id === undefined ? undefined : { at: new Date(atMs), id };
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
};

/** `offer/<wall>/<transaction>/credit`; transaction ids may contain anything. */
const OFFER_REFERENCE = /^offer\/([^/]+)\/(.+)\/[^/]+$/;
const MICROS = 1_000_000;

export function transferToWire(row: TransferRow, walls: readonly Wall[]): Omit<LedgerLine, 'change' | 'balance_after'> {
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
