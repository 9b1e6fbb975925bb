import type { LedgerLine } from '../../contract/admin/user.ts';
import { robuxToWire } from '../../contract/money.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import type { TransferRow } from './store-transfers.ts';

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
