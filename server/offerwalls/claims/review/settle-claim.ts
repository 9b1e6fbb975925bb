import { randomUUID } from 'node:crypto';
import { userMessageOf } from '../../../../contract/admin/reasons.ts';
import { asRobuxCents, type RobuxCents, robuxFromWire, robuxToWire } from '../../../../contract/money.ts';
import { callError } from '../../../../contract/refusals.ts';
import { requireSecondAboveAllowance } from '../../../accounts/allowance.ts';
import type { StaffCall } from '../../../accounts/with-audit.ts';
import { addAdjustment } from '../../../adjustments/adjustment.ts';
import type { Tx } from '../../../lib/db/database.ts';
import { actOnTicket, type TicketDeps } from '../../../tickets/tickets.ts';
import { isFor } from '../late-credit.ts';
import { type ClaimRow, claimKind, endClaim } from '../store-claims.ts';
import { selectWallCredits } from '../store-evidence.ts';

/** If the partner credits the reward later, that credit takes the payment back. */
export const adminSettleClaim: StaffCall<'adminSettleClaim', TicketDeps> = async (deps, input, admin) => {
	const { reference, amount: requestedAmount, reason } = input;
	const amount = robuxFromWire(requestedAmount) ?? asRobuxCents(0);
	return actOnTicket(deps, claimKind, { action: 'settle-claim', reason, reference, admin }, async (tx, claim, atMs) => {
		requireWaiting(claim);
		await requireNotPaid(tx, claim, amount);
		const { uid, title: offer } = claim;
		const adjustmentId = randomUUID();
		await requireSecondAboveAllowance(tx, admin, { uid, amount, atMs });
		const by = { proposed_by: admin.approval?.proposedBy ?? admin.actor.uid, decided_by: admin.actor.uid };
		const adjustment = { uid, id: adjustmentId, amount, reason: userMessageOf(reason), atMs, ...by };
		await addAdjustment(tx, { ...adjustment, isNotified: true });
		await endClaim(tx, { uid, reference, at: new Date(atMs), state: 'settled', amount, adjustmentId });
		const data = { reference, offer, amount: requestedAmount, by: 'us' as const };
		return {
			after: { state: 'settled', amount: robuxToWire(amount), adjustment: adjustmentId },
			keeps: ['amount', 'adjustment'],
			notice: { kind: 'claim-settled', data, fact: 'settled' },
		};
	});
};

export const adminDeclineClaim: StaffCall<'adminDeclineClaim', TicketDeps> = async (deps, input, admin) => {
	const { reference, reason } = input;
	const action = { action: 'decline-claim', reason, isFree: true, reference, admin };
	return actOnTicket(deps, claimKind, action, async (tx, claim, atMs) => {
		requireWaiting(claim);
		const { uid, title: offer } = claim;
		const message = userMessageOf(reason);
		await endClaim(tx, { uid, reference, at: new Date(atMs), state: 'declined', said: message });
		return {
			after: { state: 'declined' },
			notice: { kind: 'claim-declined', data: { reference, offer, said: message }, fact: 'declined' },
		};
	});
};

/** Requires the wallet lock. */
async function requireNotPaid(tx: Tx, claim: ClaimRow, amount: RobuxCents): Promise<void> {
	const { uid, wall, openedAt } = claim;
	const credits = await selectWallCredits(tx, { uid, wall, since: openedAt });
	const asPaid = { ...claim, adjustmentId: claim.reference, left: amount, heldGoals: null };
	const isPaid = credits.some(({ atMs, amount: base, boost, offerKey, goal, state }) => {
		const paid = asRobuxCents(base + boost);
		const credit = { uid, wall, transactionId: '', amount: paid, atMs, offerKey: offerKey ?? undefined };
		return state !== 'taken-back' && isFor({ ...credit, goal: goal ?? undefined }, asPaid);
	});
	if (isPaid) throw callError('failed-precondition', 'claim-credited-meanwhile');
}

function requireWaiting({ state }: ClaimRow): void {
	if (state === 'settled' || state === 'declined') throw callError('failed-precondition', 'claim-ended');
}
