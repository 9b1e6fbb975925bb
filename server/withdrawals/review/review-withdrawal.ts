import type { OrderNow } from '../../../contract/admin/fields.ts';
import { CallError } from '../../../contract/errors.ts';
import { callError, refusal } from '../../../contract/refusals.ts';
import { type AdminContext, recordAction, requireOther, requireOtherOrTwo } from '../../accounts/with-audit.ts';
import { lockWallet } from '../../ledger/wallet.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { changeStates } from '../change-state.ts';
import { holds, sendWithdrawal, toPayoutOrder } from '../payouts/pay-withdrawal.ts';
import { reconcileWithdrawal, startAttempt } from '../payouts/reconcile-withdrawal.ts';
import { type PayoutDeps, recordOutcome, requireVendor, toFacts } from '../payouts/record-outcome.ts';
import { insertEvent, type NewEvent, withoutName } from '../payouts/store-events.ts';
import { claimToReview, releaseClaim, wakeByOrderId } from '../payouts/store-payouts.ts';
import { requireVendorsChecked } from '../safety/payout-safety.ts';
import type { WithdrawalRow } from '../store.ts';
import { isClosed, type Outcome, wireStatus } from '../withdrawal.ts';
import { decideReview, type ReviewAction } from './review.ts';
import { type QueueRow, selectByOrderId } from './store-queue.ts';

/** An order of a staff member needs two admins. @throws CallError as {@link review}. */
export async function resendWithdrawal(deps: PayoutDeps, { orderId, reason }: AboutOrder, admin: AdminContext) {
	await requireOtherOrTwo(deps.db, admin, (await requireWithdrawal(deps, orderId)).uid);
	const { order, decision } = await review(deps, admin, 'send-again', orderId);
	if (!('to' in decision) || decision.to !== 'sending') throw new Error('this decision must send the order');
	const isResend = decision.by === 'resend';
	const states = { before: { state: order.state }, after: { state: decision.to, by: decision.by } };
	const keeps = ['orderId', 'state', 'by'];
	const action = { action: 'resend-withdrawal', reason, change: { orderId, ...states, owner: order.uid, keeps } };
	const attempt = await startAttempt(deps, order, {
		isResend,
		alongside: (tx) => recordAction({ ...deps, db: tx }, admin, action),
	});
	if (attempt && isResend) await tryAgain(deps, attempt);
	else if (attempt) await sendWithdrawal(deps, attempt);
	return orderNow(deps, orderId);
}

/** Ignores the response; only the vendor's status of the order tells the result. */
async function tryAgain(deps: PayoutDeps, order: WithdrawalRow): Promise<void> {
	if (!holds(order, deps.clock.now())) return;
	const answer = await requireVendor(deps, order.vendor).resend(toPayoutOrder(order));
	await recordOutcome(
		deps,
		order,
		{ to: 'unknown', checkAfterMs: deps.times.reconcileMinMs, acknowledged: true },
		{ event: { kind: 'answer', details: { question: 'resend', answer } } },
	);
}

/** Once the order was sent, only the vendor's status moves money, not its acceptance of the cancellation. */
export async function cancelWithdrawal(deps: PayoutDeps, about: AboutOrder, admin: AdminContext): Promise<OrderNow> {
	const order = await requireWithdrawal(deps, about.orderId);
	await requireOtherOrTwo(deps.db, admin, order.uid);
	if (order.state === 'requested') await cancelUnsent(deps, admin, order, about);
	else await cancelSent(deps, admin, order, about);
	return orderNow(deps, about.orderId);
}

async function cancelSent(deps: PayoutDeps, admin: AdminContext, order: QueueRow, about: AboutOrder): Promise<void> {
	if (order.state === 'sending') throw callError('aborted', 'withdrawal-in-hand');
	if (order.state === 'screening') throw callError('failed-precondition', 'withdrawal-screened');
	if (order.state !== 'unknown' && order.state !== 'needs-review') {
		throw callError('failed-precondition', 'withdrawal-ended');
	}
	return cancelAtVendor(deps, admin, order, about);
}

async function cancelUnsent(deps: PayoutDeps, admin: AdminContext, order: QueueRow, about: AboutOrder): Promise<void> {
	const at = new Date(deps.clock.now());
	const called = { from: 'requested', to: 'failed', refusal: 'called-off', at, nextCheckAt: null } as const;
	await inTransaction(deps.db, async (tx) => {
		await requireVendorsChecked(tx);
		await lockWallet(tx, order.uid);
		await recordAction({ ...deps, db: tx }, admin, cancelling(order, about, { state: 'failed' }));
		const [calledOff] = await changeStates(tx, [{ ...called, of: order, event: cancelledBy(admin) }]);
		if (!calledOff) throw callError('aborted', 'withdrawal-in-hand');
	});
	deps.publish(order.uid);
}

async function cancelAtVendor(deps: PayoutDeps, admin: AdminContext, order: QueueRow, about: AboutOrder) {
	const { db, clock } = deps;
	const vendor = deps.vendors.get(order.vendor);
	if (!vendor) throw callError('failed-precondition', 'vendor-not-set-up', { vendor: order.vendor });
	await inTransaction(db, async (tx) => {
		await recordAction({ db: tx, clock }, admin, cancelling(order, about, { asked: 'cancel' }));
		await insertEvent(tx, order, cancelledBy(admin), new Date(clock.now()));
	});
	const answer = await vendor.cancel(order.orderId);
	const now = new Date(clock.now());
	await insertEvent(db, order, { kind: 'answer', details: { question: 'cancel', answer } }, now);
	if (answer.kind === 'refused') {
		throw new CallError('failed-precondition', refusal('vendor-will-not-cancel'), { problem: answer.problem });
	}
	if (answer.kind === 'unclear') throw callError('unavailable', 'vendor-unclear');
	await wakeByOrderId(db, order.vendor, order.orderId, now);
	await reconcileWithdrawal(deps, order);
}

function cancelling(order: QueueRow, { orderId, reason }: AboutOrder, after: object) {
	const keeps = ['orderId', 'state', 'asked'];
	const change = { orderId, before: { state: order.state }, after, owner: order.uid, keeps };
	return { action: 'cancel-withdrawal', reason, change };
}

function cancelledBy(admin: AdminContext): NewEvent {
	return { kind: 'deed', details: { deed: 'cancel', by: admin.actor.uid } };
}

type AboutOrder = { orderId: string; reason: string };

export const refundWithdrawal = endOrder('refund');
export const markWithdrawalPaid = endOrder('mark-paid');

/** An order of a staff member needs two admins. @throws CallError as {@link review}. */
function endOrder(action: 'refund' | 'mark-paid') {
	return async (deps: PayoutDeps, { orderId, reason }: AboutOrder, admin: AdminContext): Promise<OrderNow> => {
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
	};
}

/** @throws CallError `not-found`, `permission-denied` (own order), `aborted` (leased), `failed-precondition`. */
export async function review(deps: PayoutDeps, admin: AdminContext, action: ReviewAction, orderId: string) {
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
	const vendorStatus = answer.kind === 'found' ? answer.order.status : null;
	const evidence = { vendorStatus, event: { kind: 'answer', details } } as const;
	if (!('objection' in decision)) return { order, decision, evidence };

	const hasIt = answer.kind === 'found' ? { acknowledged: true as const } : {};
	const stays: Outcome = { to: 'needs-review', refusal: order.refusal ?? 'unclear', ...hasIt };
	const event = { kind: 'deed', details: { deed: action, objection: decision.objection, ...details } } as const;
	await recordOutcome(deps, order, stays, { ...evidence, event });
	const { objection } = decision;
	throw new CallError('failed-precondition', refusal(objection), { objection, vendor_status: vendorStatus });
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
	return callError('failed-precondition', isClosed(state) ? 'withdrawal-ended' : 'withdrawal-not-in-review');
}
