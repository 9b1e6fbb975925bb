import type { Adjustment } from '../../contract/accounts/adjustments.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { asUsdMicros, formatRobux, type RobuxCents, robuxToWire } from '../../contract/money.ts';
import { callError } from '../../contract/refusals.ts';
import { selectApprovalSettings } from '../accounts/allowance.ts';
import { appliesIn } from '../accounts/second-person.ts';
import { InsufficientBalance } from '../ledger/errors.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import type { Tx } from '../lib/db/database.ts';
import { notifyUser } from '../notifications/notify-user.ts';
import { type AdjustmentRow, insertAdjustment } from './store.ts';

type Booked = Pick<AdjustmentRow, 'uid' | 'id' | 'amount' | 'reason' | 'proposedBy'> & {
	decidedBy: string;
	atMs: number;
	isNotified?: boolean;
};

export async function addAdjustment(tx: Tx, { atMs, isNotified, ...booked }: Booked): Promise<AdjustmentRow> {
	const { expiresAfterHours } = await selectApprovalSettings(tx);
	const at = new Date(atMs);
	const expiresAt = new Date(atMs + expiresAfterHours * HOUR_MS);
	const row: AdjustmentRow = { ...booked, state: 'booked', proposedAt: at, expiresAt, appliesAt: null, decidedAt: at };
	if (!(await insertAdjustment(tx, row))) throw callError('already-exists', 'request-id-reused');
	await book(tx, row, { atMs, isNotified });
	return row;
}

/** @throws CallError `out-of-range` if a deduction exceeds the balance. */
export async function book(
	tx: Tx,
	{ uid, id, amount, reason }: AdjustmentRow,
	{ atMs, isNotified = false }: { atMs: number; isNotified?: boolean | undefined },
): Promise<void> {
	try {
		await postTransfer(tx, {
			kind: amount > 0 ? 'adjustment-up' : 'adjustment-down',
			uid,
			amount: Math.abs(amount) as RobuxCents,
			reference: `adjustment/${id}`,
			atMs,
			memo: { payoutMicros: asUsdMicros(0), ...(reason !== null && { reason }) },
		});
		if (isNotified) return;
		await notifyUser(tx, {
			uid,
			kind: 'message',
			data: { text: messageOf(amount, reason) },
			reference: `adjustment/${id}`,
		});
	} catch (error) {
		if (!(error instanceof InsufficientBalance)) throw error;
		throw callError('out-of-range', 'adjustment-below-zero', { balance: robuxToWire(error.balance) });
	}
}

function messageOf(amount: RobuxCents, reason: string | null): string {
	const sign = amount > 0 ? '+' : '';
	return `Your balance was corrected by ${sign}${formatRobux(amount)}: ${reason ?? ''}`;
}

export function adjustmentChange(
	{ id, amount }: { id: string; amount: RobuxCents | null },
	state: { before: string; after: string },
) {
	const what = { adjustment: id, amount: amount && robuxToWire(amount) };
	const states = { before: { ...what, state: state.before }, after: { ...what, state: state.after } };
	return { ...states, keeps: ['adjustment', 'amount', 'state'] };
}

export function toWire(row: AdjustmentRow, asker: string): Adjustment {
	return {
		id: row.id,
		uid: row.uid,
		amount: robuxToWire(row.amount),
		reason: row.reason,
		state: row.state,
		proposed_by: row.proposedBy,
		is_own: row.proposedBy === asker,
		proposed_at: row.proposedAt.getTime(),
		expires_at: row.expiresAt.getTime(),
		...appliesIn(row),
		decided_by: row.decidedBy,
		decided_at: row.decidedAt?.getTime() ?? null,
	};
}
