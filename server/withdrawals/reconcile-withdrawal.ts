import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import { inTransaction, type Tx } from '../lib/database.ts';
import { claimToAsk } from './claim-withdrawals.ts';
import { withoutName } from './evidence.ts';
import { sendOrder } from './pay-withdrawal.ts';
import { listCallable, listSendable, noteInfo } from './payout-safety.ts';
import { type Grounds, type PayoutDeps, recordVerdict, requireVendor, toFacts } from './record-verdict.ts';
import type { WithdrawalKey, WithdrawalRow } from './store.ts';
import { insertEvent } from './store-events.ts';
import { claimToSendAgain } from './store-payouts.ts';
import { decideAfterInfo, type Verdict } from './withdrawal.ts';

/**
 * Asks the vendor what became of an order and goes on from there. The vendor's own word about that order id is the only
 * thing that ends an order once something may have been sent.
 */
export async function reconcileWithdrawal(deps: PayoutDeps, key: WithdrawalKey): Promise<void> {
	const { clock, log, times } = deps;
	const order = deps.gathered ? await deps.gathered.claimToAsk(key) : (await claimToAsk(deps, [key]))[0];
	if (!order) return;
	const askedAtMs = clock.now();
	const vendor = requireVendor(deps, order.vendor);
	const answer = await vendor.info(order.orderId);
	if (answer.kind === 'unclear')
		log.warn({ orderId: order.orderId, answer }, 'the payout vendor gave no usable answer');

	// As of the question: what the vendor said may be older than the answer's arrival.
	const moment = { ...times, dedupeWindowMs: vendor.dedupeWindowMs, nowMs: askedAtMs };
	const decision = decideAfterInfo(answer, toFacts(order), moment);
	const event = { kind: 'answer', details: { question: 'info', answer: withoutName(answer) } } as const;
	const grounds = { vendorStatus: answer.kind === 'found' ? answer.order.status : null, event };
	if (decision.to === 'sending') await sendAgain(deps, order, grounds);
	else await recordVerdict(deps, order, decision, grounds);
	// An order in review tells the same for days: that is no news about the vendor.
	if (order.state === 'unknown') await noteInfo(deps, order.vendor, answer);
}

async function sendAgain(deps: PayoutDeps, order: WithdrawalRow, grounds: Grounds): Promise<void> {
	const isSendable = (await listSendable(deps, [order.vendor])).length > 0;
	if (!isSendable || (await listCallable(deps, [order])).length === 0) {
		const wait: Verdict = { to: 'unknown', askAfterMs: deps.times.reconcileMaxMs };
		await recordVerdict(deps, order, wait, grounds);
		return;
	}
	const attempt = await startAttempt(deps, order, { isResend: false });
	if (attempt) await sendOrder(deps, attempt);
}

/**
 * Puts one more attempt on record.
 * @returns undefined when the claim under which the vendor was asked is over: then its answer is too old to act on.
 */
export async function startAttempt(
	{ db, clock, times }: PayoutDeps,
	order: WithdrawalRow,
	{ isResend, alongside }: { isResend: boolean; alongside?: (tx: Tx) => Promise<void> },
): Promise<WithdrawalRow | undefined> {
	const nowMs = clock.now();
	const now = new Date(nowMs);
	const leaseUntil = new Date(nowMs + times.leaseMs);
	return inTransaction(db, async (tx) => {
		await alongside?.(tx);
		const attempt = await claimToSendAgain(tx, order, { now, leaseUntil, isResend });
		if (!attempt) {
			// What was to happen alongside must not be kept either.
			if (alongside) throw new CallError('aborted', refusal('withdrawal-in-hand'));
			return undefined;
		}
		await insertEvent(tx, order, { kind: 'attempt', details: { number: attempt.attempts, isResend } }, now);
		return attempt;
	});
}
