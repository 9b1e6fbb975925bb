import type { OrderNow } from '../../../contract/admin/fields.ts';
import { CallError } from '../../../contract/errors.ts';
import { callError, refusal } from '../../../contract/refusals.ts';
import { type AdminContext, recordAction, requireOther, requireOtherOrTwo } from '../../accounts/with-audit.ts';
import { type Evidence, type PayoutDeps, recordOutcome, toFacts } from '../payouts/record-outcome.ts';
import { withoutName } from '../payouts/store-events.ts';
import { claimToReview, releaseClaim } from '../payouts/store-payouts.ts';
import type { WithdrawalRow } from '../store.ts';
import { isClosed, type Outcome, wireStatus } from '../withdrawal.ts';
import { decideReview, type ReviewAction, type ReviewDecision } from './review.ts';
import { type QueueRow, selectByOrderId } from './store-queue.ts';

export type AboutOrder = { orderId: string; reason: string };

/** An order of a staff member needs two admins. @throws CallError as {@link review}. */
export function refundWithdrawal(deps: PayoutDeps, about: AboutOrder, admin: AdminContext): Promise<OrderNow> {
	return end(deps, 'refund', about, admin);
}

export function markWithdrawalPaid(deps: PayoutDeps, about: AboutOrder, admin: AdminContext): Promise<OrderNow> {
	return end(deps, 'mark-paid', about, admin);
}

async function end(
	deps: PayoutDeps,
	action: 'refund' | 'mark-paid',
	{ orderId, reason }: AboutOrder,
	admin: AdminContext,
): Promise<OrderNow> {
	await requireOtherOrTwo(deps.db, admin, (await requireWithdrawal(deps, orderId)).uid);
	const { order, decision, evidence } = await review(deps, admin, action, orderId);
	if (!('to' in decision) || decision.to === 'sending') throw new Error('this decision must close the order');
	const states = { before: { state: order.state }, after: { state: decision.to } };
	const change = { orderId, ...states, owner: order.uid, keeps: ['orderId', 'state'] };
	const audited = { action: `${action}-withdrawal`, reason, change };
	await recordOutcome(deps, order, decision, {
		...evidence,
		event: { kind: 'deed', details: { deed: action, by: admin.actor.uid, ...evidence.event.details } },
		alongside: (tx) => recordAction({ ...deps, db: tx }, admin, audited),
	});
	return orderNow(deps, orderId);
}

/**
 * @throws CallError `not-found`; `permission-denied` for an admin's own order; `aborted` during a worker's lease;
 * `failed-precondition` with the objection.
 */
export async function review(
	deps: PayoutDeps,
	admin: AdminContext,
	action: ReviewAction,
	orderId: string,
): Promise<{ order: WithdrawalRow; decision: ReviewDecision; evidence: Evidence }> {
	const { clock, times } = deps;
	const found = await requireWithdrawal(deps, orderId);
	requireOther(admin, found.uid);
	const vendor = deps.vendors.get(found.vendor);
	if (!vendor) throw callError('failed-precondition', 'vendor-not-set-up', { vendor: found.vendor });
	const nowMs = clock.now();
	const order = await claimToReview(deps.db, found, new Date(nowMs), new Date(nowMs + times.leaseMs));
	if (!order) throw await notInReviewError(deps, orderId);

	const answer = await vendor.info(orderId).catch(async (error) => {
		await releaseClaim(deps.db, order, new Date(clock.now()));
		throw error;
	});
	const { dedupeWindowMs, remembersMs } = vendor;
	const decision = decideReview(action, answer, toFacts(order), { ...times, dedupeWindowMs, remembersMs, nowMs });
	const details = { question: 'info', answer: withoutName(answer) };
	const evidence = {
		vendorStatus: answer.kind === 'found' ? answer.order.status : null,
		event: { kind: 'answer', details },
	} as const;
	if (!('objection' in decision)) return { order, decision, evidence };

	const hasIt = answer.kind === 'found' ? { acknowledged: true as const } : {};
	const stays: Outcome = { to: 'needs-review', refusal: order.refusal ?? 'unclear', ...hasIt };
	const event = { kind: 'deed', details: { deed: action, objection: decision.objection, ...details } } as const;
	await recordOutcome(deps, order, stays, { ...evidence, event });
	const { objection } = decision;
	throw new CallError('failed-precondition', refusal(objection), { objection, vendor_status: evidence.vendorStatus });
}

export async function requireWithdrawal({ db }: Pick<PayoutDeps, 'db'>, orderId: string): Promise<QueueRow> {
	const row = await selectByOrderId(db, orderId);
	if (!row) throw callError('not-found', 'no-such-withdrawal');
	return row;
}

export async function orderNow(deps: Pick<PayoutDeps, 'db'>, orderId: string): Promise<OrderNow> {
	const { state } = await requireWithdrawal(deps, orderId);
	return { order_id: orderId, state, status: wireStatus(state) };
}

async function notInReviewError(deps: PayoutDeps, orderId: string): Promise<CallError> {
	const { state } = await requireWithdrawal(deps, orderId);
	if (state === 'needs-review') return callError('aborted', 'withdrawal-in-hand');
	return new CallError(
		'failed-precondition',
		isClosed(state) ? refusal('withdrawal-ended') : refusal('withdrawal-not-in-review'),
	);
}
