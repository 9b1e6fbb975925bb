import { postTransfer } from '../ledger/post-transfer.ts';
import { lockWallet } from '../ledger/wallet.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction, type Tx } from '../lib/database.ts';
import type { Log } from '../lib/log.ts';
import { type Outcome, recordOutcome, type WithdrawalRow } from './store.ts';
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

/**
 * Writes what was found out and, when that closes the order, moves its money in the same transaction. A claim that was
 * taken over meanwhile writes nothing: its answer comes too late, and the new holder asks again.
 */
export async function recordVerdict(
	deps: PayoutDeps,
	order: WithdrawalRow,
	verdict: Verdict,
	vendorStatus: string | null,
): Promise<void> {
	if (!canFollow(order.state, verdict.to)) throw new Error(`${verdict.to} cannot follow ${order.state}`);
	const { db, clock, log, publish } = deps;
	const now = new Date(clock.now());
	const outcome = toOutcome(deps, order, verdict, vendorStatus, now);
	const isWritten = await inTransaction(db, (tx) => write(tx, order, outcome));
	const facts = { orderId: order.orderId, from: order.state, to: verdict.to, vendorStatus, refusal: outcome.refusal };
	if (!isWritten) {
		log.warn(facts, 'a late answer was not written: another worker holds the order');
		return;
	}
	if (verdict.to === 'needs-review') log.error(facts, 'a withdrawal needs a person');
	else log.info(facts, 'withdrawal');
	publish(order.uid);
}

async function write(tx: Tx, order: WithdrawalRow, outcome: Outcome): Promise<boolean> {
	const step = outcome.to === 'completed' ? 'paid' : outcome.to === 'failed' ? 'refund' : undefined;
	if (!step) return recordOutcome(tx, order, outcome);
	// Wallet first, then the order: the same sequence as a new withdrawal, so the two never wait for each other.
	await lockWallet(tx, order.uid);
	if (!(await recordOutcome(tx, order, outcome))) return false;
	await postTransfer(tx, {
		kind: `withdrawal-${step}`,
		uid: order.uid,
		amount: order.amount,
		reference: reference(order.id, step),
		atMs: outcome.now.getTime(),
	});
	await tellEnd(tx, order, step);
	return true;
}

function toOutcome(
	{ times }: PayoutDeps,
	order: WithdrawalRow,
	verdict: Verdict,
	vendorStatus: string | null,
	now: Date,
): Outcome {
	const askAfterMs = verdict.to === 'unknown' ? verdict.askAfterMs : times.reconcileMaxMs;
	const isClosed = verdict.to === 'completed' || verdict.to === 'failed';
	return {
		from: order.state,
		to: verdict.to,
		vendorStatus,
		refusal: ('refusal' in verdict ? verdict.refusal : undefined) ?? null,
		acknowledged: verdict.to === 'unknown' && verdict.acknowledged === true,
		nextAskAt: isClosed ? null : new Date(now.getTime() + askAfterMs),
		now,
	};
}

export function toFacts(order: WithdrawalRow): OrderFacts {
	return {
		...order,
		net: order.amount / 100,
		firstSentAtMs: order.firstSentAt?.getTime() ?? 0,
		lastSentAtMs: order.lastSentAt?.getTime() ?? 0,
	};
}

/** @throws Error for a vendor that is not set up: such orders are not picked up in the first place. */
export function requireVendor({ vendors }: PayoutDeps, name: string): Vendor {
	const vendor = vendors.get(name);
	if (!vendor) throw new Error(`the vendor ${name} is not set up`);
	return vendor;
}
