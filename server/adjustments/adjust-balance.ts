import type { Adjustment } from '../../contract/accounts/adjustments.ts';
import { userMessageOf } from '../../contract/admin/reasons.ts';
import type { CallInput } from '../../contract/calls.ts';
import { asRobuxCents, robuxFromWire } from '../../contract/money.ts';
import { callError } from '../../contract/refusals.ts';
import { requireSecondAboveAllowance } from '../accounts/allowance.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../accounts/with-audit.ts';
import { addAdjustment, adjustmentChange, book, toWire } from './adjustment.ts';
import { type AdjustmentRow, selectAdjustment } from './store.ts';

export type AdjustDeps = ActionDeps & { publish: (uid: string) => void };

/**
 * Books nothing for a repeated request.
 * @throws SecondPersonNeeded above one admin's 24-hour allowance.
 */
export async function adminAdjustBalance(
	deps: AdjustDeps,
	about: CallInput<'adminAdjustBalance'>,
	admin: AdminContext,
): Promise<Adjustment> {
	const { uid, requestId: id } = about;
	const { actor, approval } = admin;
	const proposedBy = approval?.proposedBy ?? actor.uid;
	const wanted = {
		uid,
		id,
		amount: robuxFromWire(about.amount) ?? asRobuxCents(0),
		reason: userMessageOf(about.reason),
		proposedBy,
	};
	const isApproval = approval?.proposal === id;
	const action = isApproval
		? { action: 'approve-adjustment', user: uid, reason: approval.reason }
		: { action: 'adjust', user: uid, reason: about.reason };
	const made = await withAudit<AdjustmentRow>(deps, admin, action, async (tx, atMs) => {
		const stored = await selectAdjustment(tx, id);
		if (stored && isApproval) {
			await book(tx, stored, { atMs });
			return { result: stored, change: adjustmentChange(stored, { before: 'waiting', after: 'booked' }) };
		}
		if (stored) return { result: requireSame(stored, wanted), change: undefined };
		const { amount, reason } = wanted;
		const change = adjustmentChange(wanted, { before: 'none', after: 'waiting' });
		const own = { kind: 'adjustment', id, reason, action: 'adjust', change } as const;
		await requireSecondAboveAllowance(tx, admin, { uid, amount, atMs, own });
		const added = await addAdjustment(tx, { ...wanted, decidedBy: actor.uid, atMs });
		return { result: added, change: adjustmentChange(added, { before: 'none', after: 'booked' }) };
	});
	if (made.state === 'booked') deps.publish(uid);
	return toWire(made, actor.uid);
}

type Wanted = Pick<AdjustmentRow, 'uid' | 'amount' | 'reason' | 'proposedBy'>;

function requireSame(stored: AdjustmentRow, wanted: Wanted): AdjustmentRow {
	const fields = ['uid', 'amount', 'reason', 'proposedBy'] as const;
	if (fields.every((field) => stored[field] === wanted[field])) return stored;
	throw callError('already-exists', 'request-id-reused');
}
