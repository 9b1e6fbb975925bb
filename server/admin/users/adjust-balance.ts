import type { Adjustment } from '../../../contract/admin/adjustments.ts';
import { saidOf } from '../../../contract/admin/reasons.ts';
import { asRobuxCents, robuxFromWire, robuxToWire } from '../../../contract/money.ts';
import { type ActionDeps, type AdminContext, type Done, withAudit } from '../../accounts/with-audit.ts';
import {
	type Decided,
	decideAdjustment,
	type Proposal,
	proposeAdjustment,
	toWire,
} from '../../adjustments/adjustment.ts';

export type AdjustDeps = ActionDeps & { publish(uid: string): void };
type Adjusting = { uid: string; amount: number; reason: string; requestId: string };

/** @throws CallError as `proposeAdjustment`, and `permission-denied` for oneself. */
export async function adminAdjustBalance(deps: AdjustDeps, admin: AdminContext, about: Adjusting): Promise<Adjustment> {
	const { uid, reason } = about;
	const made = await withAudit(deps, admin, { action: 'adjust', user: uid, reason }, async (tx, atMs) =>
		toDone(admin, await proposeAdjustment(tx, toProposal(admin, about, atMs)), 'none'),
	);
	if (made.state === 'booked') deps.publish(uid);
	return made;
}

/** What somebody else has asked for is theirs, and approved as it is booked. */
function toProposal(
	{ actor, approval }: AdminContext,
	{ uid, amount, reason, requestId: id }: Adjusting,
	atMs: number,
): Proposal {
	const by = approval?.proposedBy ?? actor.uid;
	const what = { uid, id, amount: robuxFromWire(amount) ?? asRobuxCents(0), reason: saidOf(reason), by, atMs };
	return approval ? { ...what, approver: actor.uid } : what;
}

/** @throws CallError as `decideAdjustment`, and `permission-denied` for whom it is about. */
export async function adminDecideAdjustment(
	deps: AdjustDeps,
	admin: AdminContext,
	{ uid, id, approve, reason }: { uid: string; id: string; approve: boolean; reason?: string | null | undefined },
): Promise<Adjustment> {
	const action = approve ? 'approve-adjustment' : 'refuse-adjustment';
	const decided = await withAudit(deps, admin, { action, user: uid, reason, isFree: true }, async (tx, atMs) =>
		toDone(admin, await decideAdjustment(tx, { uid, id, approve, by: admin.actor.uid, atMs }), 'waiting'),
	);
	if (decided.state === 'booked') deps.publish(uid);
	return decided;
}

function toDone({ actor }: AdminContext, { adjustment, isNew }: Decided, before: string): Done<Adjustment> {
	const what = { adjustment: adjustment.id, amount: robuxToWire(adjustment.amount) };
	const change = { before: { ...what, state: before }, after: { ...what, state: adjustment.state } };
	return { result: toWire(adjustment, actor.uid), change: isNew ? change : undefined };
}
