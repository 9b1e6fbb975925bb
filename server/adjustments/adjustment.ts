import type { Adjustment } from '../../contract/admin/adjustments.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { CallError } from '../../contract/errors.ts';
import { asUsdMicros, formatRobux, type RobuxCents, robuxToWire } from '../../contract/money.ts';
import { refusal } from '../../contract/refusals.ts';
import { isWithinAllowance, selectApprovalSettings } from '../accounts/allowance.ts';
import { requireProposerInOffice } from '../accounts/with-audit.ts';
import { InsufficientBalance } from '../ledger/errors.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import type { Tx } from '../lib/db/database.ts';
import { notifyUser } from '../notifications/notify-user.ts';
import { type AdjustmentRow, insertAdjustment, selectAdjustment, updateDecision } from './store.ts';

export type Proposal = {
	uid: string;
	id: string;
	amount: RobuxCents;
	reason: string;
	by: string;
	atMs: number;
	/** Who has approved it already. */
	approver?: string;
	/** Told to the user with what it is a part of. */
	isTold?: boolean;
};
export type Decided = { adjustment: AdjustmentRow; isNew: boolean };

/** Books or proposes under the locks of the user's wallet and of the admin. @throws CallError `already-exists`, `out-of-range`. */
export async function proposeAdjustment(tx: Tx, proposal: Proposal): Promise<Decided> {
	const { uid, id, amount, reason, by, atMs, approver, isTold } = proposal;
	const kept = await selectAdjustment(tx, { uid, id });
	if (kept) {
		const isSame = kept.amount === amount && kept.reason === reason && kept.proposedBy === by;
		if (!isSame) throw new CallError('already-exists', refusal('request-id-reused'));
		return { adjustment: kept, isNew: false };
	}
	const { expiresAfterHours } = await selectApprovalSettings(tx);
	const decidedBy = approver ?? ((await isWithinAllowance(tx, proposal)) ? by : null);
	const at = new Date(atMs);
	const row: AdjustmentRow = {
		...{ uid, id, amount, reason, proposedBy: by, proposedAt: at },
		expiresAt: new Date(atMs + expiresAfterHours * HOUR_MS),
		...(decidedBy === null
			? { state: 'waiting', decidedBy, decidedAt: null }
			: { state: 'booked', decidedBy, decidedAt: at }),
	};
	// The same id of somebody else's.
	if (!(await insertAdjustment(tx, row))) throw new CallError('already-exists', refusal('request-id-reused'));
	if (row.state === 'booked') await book(tx, row, { atMs, isTold });
	return { adjustment: row, isNew: true };
}

/** @throws CallError `not-found`; `permission-denied` for the proposer's own approval; `failed-precondition`; `out-of-range`. */
export async function decideAdjustment(
	tx: Tx,
	{ uid, id, approve, by, atMs }: { uid: string; id: string; approve: boolean; by: string; atMs: number },
): Promise<Decided> {
	const kept = await selectAdjustment(tx, { uid, id });
	if (!kept) throw new CallError('not-found', refusal('no-such-adjustment'));
	if (approve && kept.proposedBy === by) throw new CallError('permission-denied', refusal('not-your-own-proposal'));
	const state = approve ? 'booked' : 'refused';
	if (kept.state === state && kept.decidedBy === by) return { adjustment: kept, isNew: false };
	if (kept.state !== 'waiting' || kept.expiresAt.getTime() <= atMs) {
		throw new CallError('failed-precondition', refusal('adjustment-ended'));
	}
	if (approve) await requireProposerInOffice(tx, kept.proposedBy, 'adjust-balances');
	const adjustment: AdjustmentRow = { ...kept, state, decidedBy: by, decidedAt: new Date(atMs) };
	if (approve) await book(tx, adjustment, { atMs });
	await updateDecision(tx, adjustment);
	return { adjustment, isNew: true };
}

async function book(
	tx: Tx,
	{ uid, id, amount, reason }: AdjustmentRow,
	{ atMs, isTold = false }: { atMs: number; isTold?: boolean | undefined },
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
		if (isTold) return;
		await notifyUser(tx, {
			uid,
			kind: 'message',
			data: { text: toldOf(amount, reason) },
			reference: `adjustment/${id}`,
		});
	} catch (error) {
		if (!(error instanceof InsufficientBalance)) throw error;
		throw new CallError('out-of-range', refusal('adjustment-below-zero', { balance: robuxToWire(error.balance) }));
	}
}

function toldOf(amount: RobuxCents, reason: string | null): string {
	const sign = amount > 0 ? '+' : '';
	return `Your balance was corrected by ${sign}${formatRobux(amount)}: ${reason ?? ''}`;
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
		decided_by: row.decidedBy,
		decided_at: row.decidedAt?.getTime() ?? null,
	};
}
