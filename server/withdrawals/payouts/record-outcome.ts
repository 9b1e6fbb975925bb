import type { Log } from '../../lib/clock-and-log.ts';
import type { DbDeps, Tx } from '../../lib/db/database.ts';
import type { WithdrawalRow } from '../store.ts';
import type { Vendor } from '../vendors/vendor.ts';
import type { Outcome, ReconcileTimes, WithdrawalFacts } from '../withdrawal.ts';
import { type Finding, type GatheredWrites, gatherWrites, writeOutcomes } from './gather-writes.ts';
import type { NewEvent } from './store-events.ts';

export type PayoutTimes = ReconcileTimes & { leaseMs: number };

export type PayoutDeps = DbDeps & {
	log: Log;
	vendors: ReadonlyMap<string, Vendor>;
	times: PayoutTimes;
	publish: (uid: string) => void;
	gathered?: GatheredWrites;
};

export const writesOf = (deps: PayoutDeps): GatheredWrites => deps.gathered ?? gatherWrites(deps, 1);

const LEASE_MARGIN_MS = 5_000;

export function payoutTimes(settings: {
	timeoutMs: number;
	reconcileMinMs: number;
	reconcileMaxMs: number;
}): PayoutTimes {
	const { timeoutMs, reconcileMinMs, reconcileMaxMs } = settings;
	const leaseMs = timeoutMs + LEASE_MARGIN_MS;
	// An attempt may start until its lease ends, and then last for one timeout.
	return { reconcileMinMs, reconcileMaxMs, leaseMs, settleMs: leaseMs + timeoutMs };
}

export type Evidence = {
	vendorStatus?: string | null;
	event: NewEvent;
	/** Runs under the wallet's lock before any write. After a lost lease, it is undone with CallError `aborted`. */
	alongside?: (tx: Tx) => Promise<void>;
};

/** Moves money and state in one transaction. After a lost lease, only records a late answer and returns false. */
export async function recordOutcome(deps: PayoutDeps, order: WithdrawalRow, outcome: Outcome, evidence: Evidence) {
	const { db, log, publish } = deps;
	const { alongside } = evidence;
	const finding = toFinding(deps, order, outcome, evidence);
	const isWritten = alongside
		? (await writeOutcomes(db, [finding], alongside)).every(Boolean)
		: await writesOf(deps).writeOutcome(finding);
	const { from, to, vendorStatus, refusal } = finding;
	const facts = { orderId: order.orderId, from, to, vendorStatus, refusal };
	if (!isWritten) {
		log.warn(facts, 'discarded a late response: another worker has the lease');
		return false;
	}
	if (outcome.to === 'needs-review') log.error(facts, 'withdrawal needs review');
	else log.info(facts, 'withdrawal');
	publish(order.uid);
	return true;
}

function toFinding(
	{ clock, times }: PayoutDeps,
	order: WithdrawalRow,
	outcome: Outcome,
	{ vendorStatus = null, event }: Evidence,
): Finding {
	const [from, to] = [order.state, outcome.to];
	const refusal = ('refusal' in outcome ? outcome.refusal : undefined) ?? null;
	return {
		of: order,
		from,
		to,
		vendorStatus,
		refusal,
		isAcknowledged: 'acknowledged' in outcome && outcome.acknowledged === true,
		isUncounted: 'uncounted' in outcome && outcome.uncounted === true,
		nextCheckAt: nextCheckAt(outcome, clock.now(), times),
		at: new Date(clock.now()),
		event: { kind: event.kind, details: { ...event.details, from, to, refusal } },
		late: { kind: 'late', details: event.details },
	};
}

function nextCheckAt(outcome: Outcome, nowMs: number, { reconcileMaxMs }: PayoutTimes): Date | null {
	switch (outcome.to) {
		case 'completed':
		case 'failed':
			return null;
		case 'requested':
			return new Date(nowMs + outcome.waitMs);
		case 'unknown':
			return new Date(nowMs + outcome.checkAfterMs);
		case 'needs-review':
			return new Date(nowMs + reconcileMaxMs);
	}
}

export function toFacts(order: WithdrawalRow): WithdrawalFacts {
	return {
		...order,
		net: order.amount / 100,
		firstSentAtMs: order.firstSentAt?.getTime() ?? 0,
		lastSentAtMs: order.lastSentAt?.getTime() ?? 0,
		resentAtMs: order.resentAt?.getTime() ?? 0,
	};
}

export function requireVendor({ vendors }: PayoutDeps, name: string): Vendor {
	const vendor = vendors.get(name);
	if (!vendor) throw new Error(`vendor ${name} isn't set up`);
	return vendor;
}
