import { callError } from '../../../contract/refusals.ts';
import { type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';

import { changeStates } from '../change-state.ts';
import { listCallable, listSendable, noteInfo } from '../safety/payout-safety.ts';
import { endScreening } from '../screening/store-screenings.ts';
import type { WithdrawalKey, WithdrawalRow } from '../store.ts';
import type { InfoAnswer } from '../vendors/vendor.ts';
import { decideAfterInfo, type Outcome } from '../withdrawal.ts';
import { holds, sendWithdrawal } from './pay-withdrawal.ts';
import { type Evidence, type PayoutDeps, recordOutcome, requireVendor, toFacts, writesOf } from './record-outcome.ts';
import { withoutName } from './store-events.ts';
import { lockUnsent } from './store-payouts.ts';

type AdoptDeps = DbDeps & { publish: (uid: string) => void };
type Found = Extract<InfoAnswer, { kind: 'found' }>;

/** A restored database may list a sent order as unsent. Marks it as sent, so that it is neither sent again nor cancelled. */
export async function adoptSent({ db, clock, publish }: AdoptDeps, orderId: string, answer: Found): Promise<boolean> {
	const at = new Date(clock.now());
	const uid = await inTransaction(db, async (tx) => {
		const order = await lockUnsent(tx, orderId);
		if (!order) return undefined;
		const step = { of: order, at, nextCheckAt: at };
		if (order.state === 'screening') {
			const event = { kind: 'screening', details: { outcome: 'went-on' } } as const;
			await changeStates(tx, [{ ...step, from: 'screening', to: 'requested', event }]);
			await endScreening(tx, order, { outcome: 'went-on', by: null, at });
		}
		const attempt = { kind: 'attempt', details: { number: 1, isRestored: true } } as const;
		await changeStates(tx, [{ ...step, from: 'requested', to: 'sending', event: attempt }]);
		const evidence = { kind: 'answer', details: { question: 'info', answer: withoutName(answer) } } as const;
		const known = { isAcknowledged: true, vendorStatus: answer.order.status, event: evidence };
		await changeStates(tx, [{ ...step, from: 'sending', to: 'unknown', ...known }]);
		return order.uid;
	});
	if (uid !== undefined) publish(uid);
	return uid !== undefined;
}

/** Once an order may have been sent, only the vendor's status ends it. */
export async function reconcileWithdrawal(deps: PayoutDeps, key: WithdrawalKey): Promise<void> {
	const { clock, log, times } = deps;
	const order = await writesOf(deps).claimToCheck(key);
	if (!order) return;
	const requestedAtMs = clock.now();
	const vendor = requireVendor(deps, order.vendor);
	const answer = await vendor.info(order.orderId);
	if (answer.kind === 'unclear')
		log.warn({ orderId: order.orderId, answer }, 'no usable response from the payout vendor');

	// Decides at the time of the request, because the vendor's answer may be older than its arrival.
	const moment = { ...times, dedupeWindowMs: vendor.dedupeWindowMs, nowMs: requestedAtMs };
	const decision = decideAfterInfo(answer, toFacts(order), moment);
	const event = { kind: 'answer', details: { question: 'info', answer: withoutName(answer) } } as const;
	const evidence = { vendorStatus: answer.kind === 'found' ? answer.order.status : null, event };
	if (decision.to === 'sending') await sendAgain(deps, order, evidence);
	else await recordOutcome(deps, order, decision, evidence);
	// Orders in review repeat one answer for days, which says nothing about the vendor's health.
	if (order.state === 'unknown') await noteInfo(deps, order.vendor, answer);
}

async function sendAgain(deps: PayoutDeps, order: WithdrawalRow, evidence: Evidence): Promise<void> {
	const isSendable = (await listSendable(deps, [order.vendor])).length > 0;
	if (!isSendable || (await listCallable(deps, [order])).length === 0) {
		const wait: Outcome = { to: 'unknown', checkAfterMs: deps.times.reconcileMaxMs };
		await recordOutcome(deps, order, wait, evidence);
		return;
	}
	const attempt = await startAttempt(deps, order, { isResend: false });
	if (attempt) await sendWithdrawal(deps, attempt);
}

/** @returns undefined if the lease expired, because the vendor's answer would be too old. */
export async function startAttempt(
	{ db, clock, times }: PayoutDeps,
	order: WithdrawalRow,
	{ isResend, alongside }: { isResend: boolean; alongside?: (tx: Tx) => Promise<void> },
): Promise<WithdrawalRow | undefined> {
	const at = new Date(clock.now());
	const leaseUntil = new Date(at.getTime() + times.leaseMs);
	const event = { kind: 'attempt', details: { number: order.attempts + 1, isResend } } as const;
	const lease = { leaseUntil, nextCheckAt: leaseUntil };
	const again = { of: order, from: order.state, to: 'sending', at, ...lease, isResend, event } as const;
	return inTransaction(db, async (tx) => {
		await alongside?.(tx);
		// The vendor's answer must not be older than a lease.
		const [attempt] = holds(order, at.getTime()) ? await changeStates(tx, [again]) : [];
		if (!attempt && alongside) throw callError('aborted', 'withdrawal-in-hand');
		return attempt;
	});
}
