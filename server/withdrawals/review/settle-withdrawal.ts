import type { AdminSettlement, WaitingSettlement } from '../../../contract/admin/payouts/payout-reviews.ts';
import { CallError } from '../../../contract/errors.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { refusal } from '../../../contract/refusals.ts';
import { type AdminContext, recordAction, requireOther, requireProposerInOffice } from '../../accounts/with-audit.ts';
import { lockWallet } from '../../ledger/wallet.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction, type Tx } from '../../lib/db/database.ts';
import { reconcileWithdrawal } from '../payouts/reconcile-withdrawal.ts';
import { type PayoutDeps, recordOutcome } from '../payouts/record-outcome.ts';
import { insertEvent } from '../payouts/store-events.ts';
import { wakeByOrderId } from '../payouts/store-payouts.ts';
import type { WithdrawalKey } from '../store.ts';
import { requireWithdrawal, review } from './review-withdrawal.ts';
import type { QueueRow } from './store-queue.ts';
import {
	insertSettlement,
	isProofUsed,
	type NewSettlement,
	type SettlementRow,
	selectSettlement,
	selectSettlementsOf,
	selectWaitingSettlements,
	updateSettlement,
} from './store-settlements.ts';

/** The way out where the vendor cannot tell any more: one admin proposes, another approves, and it is asked both times. */
export type Proposal = {
	orderId: string;
	outcome: SettlementRow['outcome'];
	reason: string;
	proof: string | null;
	/** Made by the form: the same again is the same proposal. */
	requestId: string;
};

const LISTED_MAX = 500;

/**
 * @throws CallError as `review`; `permission-denied` for one's own order; `already-exists` when a proposal waits already,
 * or the request or the proof stands for something else.
 */
export async function proposeSettlement(
	deps: PayoutDeps,
	admin: AdminContext,
	proposal: Proposal,
): Promise<SettlementRow> {
	const { orderId, outcome, reason, proof, requestId } = proposal;
	const order = await requireWithdrawal(deps, orderId);
	requireOther(admin, order.uid);
	const kept = await selectSettlement(deps.db, requestId);
	if (kept) return requireSame(kept, admin, proposal);
	await requireRoom(deps.db, proposal);
	const reviewed = await review(deps, admin, `settle-${outcome}`, orderId).catch((error) =>
		deferToVendor(deps, order, error),
	);

	const proposedAt = new Date(deps.clock.now());
	const settlement = {
		id: requestId,
		orderId,
		uid: order.uid,
		outcome,
		reason,
		proof,
		proposedBy: admin.actor.uid,
		proposedAt,
	};
	const details = { deed: 'propose-settlement', outcome, by: admin.actor.uid, ...reviewed.evidence.event.details };
	const stays = { to: 'needs-review', refusal: reviewed.order.refusal ?? 'unclear' } as const;
	await recordOutcome(deps, reviewed.order, stays, {
		...reviewed.evidence,
		event: { kind: 'deed', details },
		alongside: (tx) => insertProposal({ ...deps, db: tx }, admin, order, settlement),
	});
	return { ...settlement, state: 'waiting', decidedBy: null, decidedAt: null };
}

async function insertProposal(
	deps: { db: Tx; clock: Clock },
	admin: AdminContext,
	order: QueueRow,
	settlement: NewSettlement,
): Promise<void> {
	const { orderId, uid: owner, outcome, reason, proof } = settlement;
	// Somebody else has taken the proof, or proposed, since it was looked for.
	if (!(await insertSettlement(deps.db, settlement))) throw new CallError('aborted', refusal('withdrawal-in-hand'));
	const before = { withdrawal: order.state, settlement: 'none' };
	const after = { withdrawal: order.state, settlement: 'waiting', outcome, proof, amount: robuxToWire(order.amount) };
	const change = { orderId, before, after, owner };
	await recordAction(deps, admin, { action: 'propose-settlement', reason, change });
}

/**
 * An approval books under the references of the vendor's own word, so the money moves once.
 * @throws CallError `not-found`; `permission-denied` for the proposer's approval and for one's own order;
 * `failed-precondition` when it was decided otherwise, and with what the vendor says of the order; as `review`.
 */
export async function decideSettlement(
	deps: PayoutDeps,
	admin: AdminContext,
	decision: { orderId: string; id: string; approve: boolean; reason: string },
): Promise<SettlementRow> {
	const { orderId, id, approve } = decision;
	const order = await requireWithdrawal(deps, orderId);
	const kept = await selectSettlement(deps.db, id);
	if (kept?.orderId !== orderId) throw new CallError('not-found', refusal('no-such-settlement'));
	requireOther(admin, order.uid);
	if (approve && kept.proposedBy === admin.actor.uid)
		throw new CallError('permission-denied', refusal('not-your-own-proposal'));
	if (kept.state === (approve ? 'settled' : 'refused') && kept.decidedBy === admin.actor.uid) return kept;
	if (kept.state !== 'waiting') throw settlementEnded();
	if (approve) await requireProposerInOffice(deps.db, kept.proposedBy, 'decide-withdrawals');
	const decided = { order, kept, admin, reason: decision.reason, now: new Date(deps.clock.now()) };
	if (approve) await approveSettlement(deps, decided);
	else await refuseSettlement(deps, decided);
	return { ...kept, state: approve ? 'settled' : 'refused', decidedBy: admin.actor.uid, decidedAt: decided.now };
}

type Decided = { order: QueueRow; kept: SettlementRow; admin: AdminContext; reason: string; now: Date };

async function approveSettlement(deps: PayoutDeps, decided: Decided): Promise<void> {
	const { order, kept, admin } = decided;
	const action = `settle-${kept.outcome}` as const;
	const reviewed = await review(deps, admin, action, kept.orderId).catch((error) =>
		deferToVendor(deps, order, error, (vendorStatus) => overtake(deps, decided, vendorStatus)),
	);
	const { decision, evidence } = reviewed;
	if (!('to' in decision) || decision.to === 'sending') throw new Error('a settlement ends an order or is refused');
	const details = { deed: action, by: admin.actor.uid, ...evidence.event.details };
	await recordOutcome(deps, reviewed.order, decision, {
		...evidence,
		event: { kind: 'deed', details },
		alongside: (tx) => recordDecision({ ...deps, db: tx }, decided, { settlement: 'settled', withdrawal: decision.to }),
	});
}

async function refuseSettlement(deps: PayoutDeps, decided: Decided): Promise<void> {
	const { order, admin, now } = decided;
	await inTransaction(deps.db, async (tx) => {
		await lockWallet(tx, order.uid);
		await recordDecision({ ...deps, db: tx }, decided, { settlement: 'refused', withdrawal: order.state });
		const event = { kind: 'deed', details: { deed: 'refuse-settlement', by: admin.actor.uid } } as const;
		await insertEvent(tx, order, event, now);
	});
}

/** The vendor knows the order after all: nobody has to settle it any more. */
async function overtake(deps: PayoutDeps, decided: Decided, vendorStatus: string): Promise<void> {
	const { order } = decided;
	await inTransaction(deps.db, async (tx) => {
		await lockWallet(tx, order.uid);
		await recordDecision({ ...deps, db: tx }, decided, {
			settlement: 'overtaken',
			withdrawal: order.state,
			vendor_status: vendorStatus,
		});
	});
}

type After = { settlement: 'settled' | 'refused' | 'overtaken'; withdrawal: string; vendor_status?: string };

async function recordDecision(
	deps: { db: Tx; clock: Clock },
	{ order, kept, admin, reason, now }: Decided,
	after: After,
): Promise<void> {
	const state = after.settlement;
	const decidedBy = state === 'overtaken' ? null : admin.actor.uid;
	if (!(await updateSettlement(deps.db, { id: kept.id, state, decidedBy, decidedAt: now }))) throw settlementEnded();
	const { outcome, proof } = kept;
	const what = { outcome, proof, amount: robuxToWire(order.amount) };
	const before = { ...what, settlement: kept.state, withdrawal: order.state };
	const action = state === 'refused' ? 'refuse-settlement' : 'approve-settlement';
	const change = { orderId: kept.orderId, before, after: { ...what, ...after }, owner: kept.uid };
	await recordAction(deps, admin, { action, reason, change });
}

/** What the vendor said of the order comes first, and is acted on at once as ever: by asking for it. */
async function deferToVendor(
	deps: PayoutDeps,
	order: WithdrawalKey & { vendor: string; orderId: string },
	error: unknown,
	before: (vendorStatus: string) => Promise<void> = async () => {},
): Promise<never> {
	const { objection, vendor_status: said } = ((error as CallError).details ?? {}) as Record<string, unknown>;
	if (objection !== 'vendor-knows-it') throw error;
	await before(String(said));
	await wakeByOrderId(deps.db, order.vendor, order.orderId, new Date(deps.clock.now()));
	await reconcileWithdrawal(deps, order);
	throw new CallError('failed-precondition', refusal('vendor-knows-order', { status: String(said) }), {
		objection,
		vendor_status: said,
	});
}

export async function listSettlements({ db }: { db: Database }, asker: string): Promise<WaitingSettlement[]> {
	const rows = await selectWaitingSettlements(db, LISTED_MAX);
	return rows.map((row) => ({
		...settlementToWire(row, asker),
		amount: robuxToWire(row.amount),
		user_name: row.userName,
		proposer_name: row.proposerName,
	}));
}

export function settlementToWire(row: SettlementRow, asker: string): AdminSettlement {
	return {
		id: row.id,
		order_id: row.orderId,
		uid: row.uid,
		outcome: row.outcome,
		reason: row.reason,
		proof: row.proof,
		state: row.state,
		proposed_by: row.proposedBy,
		is_own: row.proposedBy === asker,
		proposed_at: row.proposedAt.getTime(),
		decided_by: row.decidedBy,
		decided_at: row.decidedAt?.getTime() ?? null,
	};
}

function requireSame(
	kept: SettlementRow,
	admin: AdminContext,
	{ orderId, outcome, reason, proof }: Proposal,
): SettlementRow {
	const isSame = kept.orderId === orderId && kept.outcome === outcome && kept.reason === reason && kept.proof === proof;
	if (isSame && kept.proposedBy === admin.actor.uid) return kept;
	throw new CallError('already-exists', refusal('request-id-reused'));
}

/** Looked for before the vendor is asked, because after that the order is in hand for a while. */
async function requireRoom(db: Database, { orderId, proof }: Proposal): Promise<void> {
	if (proof !== null && (await isProofUsed(db, proof))) throw new CallError('already-exists', refusal('proof-used'));
	const isWaiting = (await selectSettlementsOf(db, orderId)).some(({ state }) => state === 'waiting');
	if (isWaiting) throw new CallError('already-exists', refusal('settlement-waits'));
}

function settlementEnded(): CallError {
	return new CallError('failed-precondition', refusal('settlement-ended'));
}
