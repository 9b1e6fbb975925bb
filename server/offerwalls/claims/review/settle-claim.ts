import { randomUUID } from 'node:crypto';
import type { AdminClaim } from '../../../../contract/admin/claims.ts';
import { saidOf } from '../../../../contract/admin/reasons.ts';
import { CallError } from '../../../../contract/errors.ts';
import { asRobuxCents, type RobuxCents, robuxFromWire, robuxToWire } from '../../../../contract/money.ts';
import { refusal } from '../../../../contract/refusals.ts';
import { isWithinAllowance } from '../../../accounts/allowance.ts';
import { SecondPersonNeeded } from '../../../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../../../accounts/with-audit.ts';
import { addAdjustment } from '../../../adjustments/adjustment.ts';
import type { Database, Tx } from '../../../lib/db/database.ts';
import { notifyUser } from '../../../notifications/notify-user.ts';
import { isFor } from '../late-credit.ts';
import { type ClaimRow, endClaim, selectClaim } from '../store-claims.ts';
import { selectWallCredits } from '../store-evidence.ts';
import { findAdminClaim } from './get-claims.ts';

export type SettleDeps = ActionDeps & { publish: (uid: string) => void };
type Settling = { reference: string; amount: number; reason: string };

/**
 * Credits a claim as an adjustment that is tied to it: what its partner pays later takes as much of it back.
 * @throws CallError `not-found`; `failed-precondition` when it has ended, or its partner has paid meanwhile.
 * @throws SecondPersonNeeded above what one may move alone in 24 hours.
 */
export async function adminSettleClaim(
	deps: SettleDeps,
	{ reference, amount: asked, reason }: Settling,
	admin: AdminContext,
): Promise<AdminClaim> {
	const { uid } = await requireClaim(deps.db, reference);
	const amount = robuxFromWire(asked) ?? asRobuxCents(0);
	const action = { action: 'settle-claim', user: uid, reason, details: { claim: reference } };
	await withAudit(deps, admin, action, async (tx, atMs) => {
		const claim = await requireWaiting(tx, reference);
		await requireNotPaid(tx, claim, amount);
		const adjustmentId = randomUUID();
		await adjust(tx, admin, { uid, id: adjustmentId, amount, reason: saidOf(reason), atMs });
		await endClaim(tx, { uid, reference, at: new Date(atMs), state: 'settled', amount, adjustmentId });
		const data = { reference, offer: claim.title, amount: asked, by: 'us' as const };
		await notifyUser(tx, { uid, kind: 'claim-settled', data, reference: `claim/${reference}/settled` });
		const after = { state: 'settled', amount: robuxToWire(amount), adjustment: adjustmentId };
		return {
			result: undefined,
			change: { before: { state: claim.state }, after, keeps: ['state', 'amount', 'adjustment'] },
		};
	});
	deps.publish(uid);
	return findAdminClaim(deps.db, reference);
}

/** @throws CallError `not-found`; `failed-precondition` when it has ended. */
export async function adminDeclineClaim(
	deps: SettleDeps,
	{ reference, reason }: Pick<Settling, 'reference' | 'reason'>,
	admin: AdminContext,
): Promise<AdminClaim> {
	const { uid } = await requireClaim(deps.db, reference);
	// It takes nothing from anybody.
	const action = { action: 'decline-claim', user: uid, reason, details: { claim: reference }, isFree: true };
	await withAudit(deps, admin, action, async (tx, atMs) => {
		const claim = await requireWaiting(tx, reference);
		const said = saidOf(reason);
		await endClaim(tx, { uid, reference, at: new Date(atMs), state: 'declined', said });
		const data = { reference, offer: claim.title, said };
		await notifyUser(tx, { uid, kind: 'claim-declined', data, reference: `claim/${reference}/declined` });
		return {
			result: undefined,
			change: { before: { state: claim.state }, after: { state: 'declined' }, keeps: ['state'] },
		};
	});
	deps.publish(uid);
	return findAdminClaim(deps.db, reference);
}

type Paying = { uid: string; id: string; amount: RobuxCents; reason: string; atMs: number };

async function adjust(tx: Tx, { actor, approval }: AdminContext, paying: Paying): Promise<void> {
	const by = approval?.proposedBy ?? actor.uid;
	const { uid, amount, atMs } = paying;
	if (!approval) {
		if (!(await isWithinAllowance(tx, { by, amount, atMs }))) throw new SecondPersonNeeded({ uid, amount });
	}
	await addAdjustment(tx, { ...paying, proposedBy: by, decidedBy: actor.uid, isTold: true });
}

/** Under the wallet's lock: what comes from now on finds the claim paid. */
async function requireNotPaid(tx: Tx, claim: ClaimRow, amount: RobuxCents): Promise<void> {
	const { uid, wall, openedAt } = claim;
	const credits = await selectWallCredits(tx, { uid, wall, since: openedAt });
	const asPaid = { ...claim, adjustmentId: claim.reference, left: amount, heldGoals: null };
	const isPaid = credits.some(({ atMs, amount: base, boost, offerKey, goal, state }) => {
		const paid = asRobuxCents(base + boost);
		const credit = { uid, wall, transactionId: '', amount: paid, atMs, offerKey: offerKey ?? undefined };
		return state !== 'taken-back' && isFor({ ...credit, goal: goal ?? undefined }, asPaid);
	});
	if (isPaid) throw new CallError('failed-precondition', refusal('claim-credited-meanwhile'));
}

async function requireClaim(db: Database | Tx, reference: string): Promise<ClaimRow> {
	const claim = await selectClaim(db, reference);
	if (!claim) throw new CallError('not-found', refusal('no-such-claim'));
	return claim;
}

async function requireWaiting(tx: Tx, reference: string): Promise<ClaimRow> {
	const claim = await requireClaim(tx, reference);
	if (claim.state === 'settled' || claim.state === 'declined') {
		throw new CallError('failed-precondition', refusal('claim-ended'));
	}
	return claim;
}
