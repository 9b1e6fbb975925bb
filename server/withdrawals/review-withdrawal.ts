import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Keeper } from '../lib/audit.ts';
import { withoutName } from './evidence.ts';
import { type Grounds, type PayoutDeps, recordVerdict, toFacts } from './record-verdict.ts';
import { decideReview, type ReviewDecision, type ReviewDeed } from './review.ts';
import type { WithdrawalRow } from './store.ts';
import { claimToReview, releaseClaim } from './store-payouts.ts';
import { type QueueRow, selectByOrderId } from './store-queue.ts';
import { isClosed, type Verdict } from './withdrawal.ts';

export type AboutOrder = { orderId: string; reason: string };

/**
 * Gives the amount back, where the vendor surely never had the order or has ended it unpaid.
 * @throws CallError as {@link review}.
 */
export function refundWithdrawal(deps: PayoutDeps, by: Keeper, about: AboutOrder): Promise<void> {
	return end(deps, by, 'refund', about);
}

/**
 * Closes an order as paid that the vendor says it has paid, though not quite as we asked.
 * @throws CallError as {@link review}.
 */
export function markWithdrawalPaid(deps: PayoutDeps, by: Keeper, about: AboutOrder): Promise<void> {
	return end(deps, by, 'mark-paid', about);
}

async function end(
	deps: PayoutDeps,
	by: Keeper,
	deed: 'refund' | 'mark-paid',
	{ orderId, reason }: AboutOrder,
): Promise<void> {
	const { order, decision, grounds } = await review(deps, deed, orderId);
	if (!('to' in decision) || decision.to === 'sending') throw new Error('a review ends an order or refuses to');
	const details = { orderId, before: { state: order.state }, after: { state: decision.to }, reason };
	const entry = { action: `${deed}-withdrawal`, uid: order.uid, details };
	await recordVerdict(deps, order, decision, {
		...grounds,
		event: { kind: 'deed', details: { deed, by: by.uid, ...grounds.event.details } },
		alongside: (tx) => by.keep(tx, { ...entry, atMs: deps.clock.now() }),
	});
}

/**
 * Takes an order in review in hand, asks the vendor about it, and decides by what it says now. An objection is kept, with
 * the answer that it rests on.
 *
 * @returns the claimed order and what may be done, never an objection.
 * @throws CallError `not-found`; `aborted` while somebody else works on it; `failed-precondition` with the objection, also
 * for an order that is not in review.
 */
export async function review(
	deps: PayoutDeps,
	deed: ReviewDeed,
	orderId: string,
): Promise<{ order: WithdrawalRow; decision: ReviewDecision; grounds: Grounds }> {
	const { clock, times } = deps;
	const found = await requireWithdrawal(deps, orderId);
	const vendor = deps.vendors.get(found.vendor);
	if (!vendor) throw new CallError('failed-precondition', refusal('vendor-not-set-up', { vendor: found.vendor }));
	const nowMs = clock.now();
	const order = await claimToReview(deps.db, found, new Date(nowMs), new Date(nowMs + times.leaseMs));
	if (!order) throw await whyNotInReview(deps, orderId);

	const answer = await vendor.info(orderId).catch(async (error) => {
		await releaseClaim(deps.db, order, new Date(clock.now()));
		throw error;
	});
	const { dedupeWindowMs, remembersMs } = vendor;
	const decision = decideReview(deed, answer, toFacts(order), { ...times, dedupeWindowMs, remembersMs, nowMs });
	const details = { question: 'info', answer: withoutName(answer) };
	const grounds = {
		vendorStatus: answer.kind === 'found' ? answer.order.status : null,
		event: { kind: 'answer', details },
	} as const;
	if (!('objection' in decision)) return { order, decision, grounds };

	const hasIt = answer.kind === 'found' ? { acknowledged: true as const } : {};
	const stays: Verdict = { to: 'needs-review', refusal: order.refusal ?? 'unclear', ...hasIt };
	const event = { kind: 'deed', details: { deed, objection: decision.objection, ...details } } as const;
	await recordVerdict(deps, order, stays, { ...grounds, event });
	const { objection } = decision;
	throw new CallError('failed-precondition', refusal(objection), {
		objection,
		vendor_status: grounds.vendorStatus,
	});
}

/** @throws CallError `not-found`. */
export async function requireWithdrawal({ db }: Pick<PayoutDeps, 'db'>, orderId: string): Promise<QueueRow> {
	const row = await selectByOrderId(db, orderId);
	if (!row) throw new CallError('not-found', refusal('no-such-withdrawal'));
	return row;
}

async function whyNotInReview(deps: PayoutDeps, orderId: string): Promise<CallError> {
	const { state } = await requireWithdrawal(deps, orderId);
	if (state === 'needs-review') return new CallError('aborted', refusal('withdrawal-in-hand'));
	return new CallError(
		'failed-precondition',
		isClosed(state) ? refusal('withdrawal-ended') : refusal('withdrawal-not-in-review'),
	);
}
