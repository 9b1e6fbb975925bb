import { CallError } from '../../contract/errors.ts';
import { refusals } from '../../contract/refusals.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { lockWallet } from '../ledger/wallet.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction, type Tx } from '../lib/database.ts';
import type { Log } from '../lib/log.ts';
import { giveBackSpend } from './payout-safety.ts';
import type { WithdrawalRow } from './store.ts';
import { insertEvent, type NewEvent } from './store-events.ts';
import { type Outcome, recordOutcome } from './store-payouts.ts';
import { tellEnd } from './tell-end.ts';
import type { Vendor } from './vendors/vendor.ts';
import { canFollow, type OrderFacts, type ReconcileTimes, reference, type Verdict } from './withdrawal.ts';

export type PayoutTimes = ReconcileTimes & {
	/** How long a worker owns a row: longer than a call can take. */
	leaseMs: number;
};

export type PayoutDeps = {
	db: Database;
	clock: Clock;
	log: Log;
	/** Every vendor that is set up, by name. An order stays with its own. */
	vendors: ReadonlyMap<string, Vendor>;
	times: PayoutTimes;
	publish(uid: string): void;
};

const LEASE_MARGIN_MS = 5_000;

/** @param timeoutMs how long a vendor's answer is waited for. */
export function payoutTimes(settings: {
	timeoutMs: number;
	reconcileMinMs: number;
	reconcileMaxMs: number;
}): PayoutTimes {
	const { timeoutMs, reconcileMinMs, reconcileMaxMs } = settings;
	const leaseMs = timeoutMs + LEASE_MARGIN_MS;
	// An attempt may start until its lease ends, and be on its way for one time-out after that.
	return { reconcileMinMs, reconcileMaxMs, leaseMs, settleMs: leaseMs + timeoutMs };
}

/** What a verdict rests on, and what happens with it. */
export type Grounds = {
	vendorStatus?: string | null;
	event: NewEvent;
	/**
	 * In the same transaction, under the wallet's lock and before anything is written. What it throws undoes all of it; and
	 * when the claim is lost it is undone as well, with a CallError `aborted`.
	 */
	alongside?: (tx: Tx) => Promise<void>;
};

/**
 * Writes what was found out and, when that closes the order, moves its money in the same transaction. A claim that was
 * taken over meanwhile writes nothing but that its answer came: it comes too late, and the new holder asks again.
 *
 * @returns whether it was written.
 */
export async function recordVerdict(
	deps: PayoutDeps,
	order: WithdrawalRow,
	verdict: Verdict,
	grounds: Grounds,
): Promise<boolean> {
	if (!canFollow(order.state, verdict.to)) throw new Error(`${verdict.to} cannot follow ${order.state}`);
	const { db, clock, log, publish } = deps;
	const now = new Date(clock.now());
	const outcome = toOutcome(deps, order, verdict, grounds.vendorStatus ?? null, now);
	const isWritten = await inTransaction(db, (tx) => write(tx, order, outcome, grounds));
	const { vendorStatus, refusal } = outcome;
	const facts = { orderId: order.orderId, from: order.state, to: verdict.to, vendorStatus, refusal };
	if (!isWritten) {
		log.warn(facts, 'a late answer was not written: another worker holds the order');
		await insertEvent(db, order, { kind: 'late', details: grounds.event.details }, now);
		return false;
	}
	if (verdict.to === 'needs-review') log.error(facts, 'a withdrawal needs a person');
	else log.info(facts, 'withdrawal');
	publish(order.uid);
	return true;
}

async function write(tx: Tx, order: WithdrawalRow, outcome: Outcome, { event, alongside }: Grounds): Promise<boolean> {
	const step = outcome.to === 'completed' ? 'paid' : outcome.to === 'failed' ? 'refund' : undefined;
	// Wallet first, then the order: the same sequence as a new withdrawal, so the two never wait for each other.
	if (step || alongside) await lockWallet(tx, order.uid);
	await alongside?.(tx);
	if (!(await recordOutcome(tx, order, outcome))) {
		// What was to happen alongside must not be kept either.
		if (alongside) throw new CallError('aborted', refusals.withdrawalInHand);
		return false;
	}
	const { from, to, refusal, now } = outcome;
	await insertEvent(tx, order, { kind: event.kind, details: { ...event.details, from, to, refusal } }, now);
	// It was not sent, so it has not used up its share.
	if (outcome.to === 'requested') await giveBackSpend(tx, order);
	if (step) await closeBooks(tx, order, step, now.getTime());
	return true;
}

/** Moves the money of an order that has just been closed, and tells its user, in the transaction that closes it. */
export async function closeBooks(
	tx: Tx,
	order: Pick<WithdrawalRow, 'uid' | 'id' | 'orderId' | 'amount'>,
	step: 'paid' | 'refund',
	atMs: number,
): Promise<void> {
	const { uid, id, amount } = order;
	await postTransfer(tx, { kind: `withdrawal-${step}`, uid, amount, reference: reference(id, step), atMs });
	await tellEnd(tx, order, step);
}

function toOutcome(
	{ clock, times }: PayoutDeps,
	order: WithdrawalRow,
	verdict: Verdict,
	vendorStatus: string | null,
	now: Date,
): Outcome {
	return {
		from: order.state,
		to: verdict.to,
		vendorStatus,
		refusal: ('refusal' in verdict ? verdict.refusal : undefined) ?? null,
		acknowledged: 'acknowledged' in verdict && verdict.acknowledged === true,
		uncounted: 'uncounted' in verdict && verdict.uncounted === true,
		nextAskAt: nextAskAt(verdict, clock.now(), times),
		now,
	};
}

function nextAskAt(verdict: Verdict, nowMs: number, { reconcileMaxMs }: PayoutTimes): Date | null {
	switch (verdict.to) {
		case 'completed':
		case 'failed':
			return null;
		case 'requested':
			return new Date(nowMs + verdict.waitMs);
		case 'unknown':
			return new Date(nowMs + verdict.askAfterMs);
		case 'needs-review':
			return new Date(nowMs + reconcileMaxMs);
	}
}

export function toFacts(order: WithdrawalRow): OrderFacts {
	return {
		...order,
		net: order.amount / 100,
		firstSentAtMs: order.firstSentAt?.getTime() ?? 0,
		lastSentAtMs: order.lastSentAt?.getTime() ?? 0,
		resentAtMs: order.resentAt?.getTime() ?? 0,
	};
}

/** @throws Error for a vendor that is not set up: such orders are not picked up in the first place. */
export function requireVendor({ vendors }: PayoutDeps, name: string): Vendor {
	const vendor = vendors.get(name);
	if (!vendor) throw new Error(`the vendor ${name} is not set up`);
	return vendor;
}
