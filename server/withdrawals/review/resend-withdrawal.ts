import type { OrderNow } from '../../../contract/admin/fields.ts';
import { type AdminContext, recordAction, requireOtherOrTwo } from '../../accounts/with-audit.ts';
import { holds, sendWithdrawal, toPayoutOrder } from '../payouts/pay-withdrawal.ts';
import { startAttempt } from '../payouts/reconcile-withdrawal.ts';
import { type PayoutDeps, recordOutcome, requireVendor } from '../payouts/record-outcome.ts';
import type { WithdrawalRow } from '../store.ts';
import { type AboutOrder, orderNow, requireWithdrawal, review } from './review-withdrawal.ts';

/** An order of a staff member needs two admins. @throws CallError as {@link review}. */
export async function resendWithdrawal(
	deps: PayoutDeps,
	{ orderId, reason }: AboutOrder,
	admin: AdminContext,
): Promise<OrderNow> {
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
