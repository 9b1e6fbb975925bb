import { CallError } from '../../contract/errors.ts';
import { robuxToWire } from '../../contract/money.ts';
import type { AdminSettlement, WaitingSettlement } from '../../contract/payout-reviews.ts';
import { refusal } from '../../contract/refusals.ts';
import { lockWallet } from '../ledger/wallet.ts';
import type { Keeper } from '../lib/audit.ts';
import { type Database, inTransaction, type Tx } from '../lib/database.ts';
import { reconcileWithdrawal } from './reconcile-withdrawal.ts';
import { type PayoutDeps, recordVerdict } from './record-verdict.ts';
import { requireWithdrawal, review } from './review-withdrawal.ts';
import type { WithdrawalKey } from './store.ts';
import { insertEvent } from './store-events.ts';
import { wakeByOrderId } from './store-payouts.ts';
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

/**
 * The way out for an order of which the vendor cannot tell any more what became of it: one admin proposes how it ends,
 * another approves, and the vendor is asked at both moments. What it then says of the order comes first.
 */
export type Proposal = {
	orderId: string;
	outcome: SettlementRow['outcome'];
	reason: string;
	/** What shows that it was paid. */
	proof: string | null;
	/** Made by the form: the same again is the same proposal. */
	requestId: string;
};

const LISTED_MAX = 500;

/**
 * @throws CallError as `review`; `permission-denied` for one's own order; `already-exists` when a proposal waits already,
 * or the request or the proof stands for something else.
 */
export async function proposeSettlement(deps: PayoutDeps, by: Keeper, proposal: Proposal): Promise<SettlementRow> {
	const { orderId, outcome, reason, proof, requestId } = proposal;
	const order = await requireWithdrawal(deps, orderId);
	requireNotTheirs(by, order);
	const kept = await selectSettlement(deps.db, requestId);
	if (kept) return requireSame(kept, by, proposal);
	await requireRoom(deps.db, proposal);
	const reviewed = await review(deps, `settle-${outcome}`, orderId).catch((error) => deferToVendor(deps, order, error));

	const proposedAt = new Date(deps.clock.now());
	const settlement = { id: requestId, orderId, uid: order.uid, outcome, reason, proof, proposedBy: by.uid, proposedAt };
	const details = { deed: 'propose-settlement', outcome, by: by.uid, ...reviewed.grounds.event.details };
	const stays = { to: 'needs-review', refusal: reviewed.order.refusal ?? 'unclear' } as const;
	await recordVerdict(deps, reviewed.order, stays, {
		...reviewed.grounds,
		event: { kind: 'deed', details },
		alongside: (tx) => insertProposal(tx, by, order, settlement),
	});
	return { ...settlement, state: 'waiting', decidedBy: null, decidedAt: null };
}

async function insertProposal(tx: Tx, by: Keeper, order: QueueRow, settlement: NewSettlement): Promise<void> {
	const { orderId, uid, outcome, reason, proof, proposedAt } = settlement;
	// Somebody else has taken the proof, or proposed, since it was looked for.
	if (!(await insertSettlement(tx, settlement))) throw new CallError('aborted', refusal('withdrawal-in-hand'));
	const before = { withdrawal: order.state, settlement: 'none' };
	const after = { withdrawal: order.state, settlement: 'waiting', outcome, proof, amount: robuxToWire(order.amount) };
	const entry = { atMs: proposedAt.getTime(), action: 'propose-settlement', uid };
	await by.keep(tx, { ...entry, details: { orderId, before, after, reason } });
}

/**
 * A second admin's word, or the proposer's that it is not to be. Said again it changes nothing. An approval ends the order
 * by the same way and under the same references as the vendor's own word does, so its money moves once.
 *
 * @throws CallError `not-found`; `permission-denied` for an approval by the proposer, and for one's own order;
 * `failed-precondition` when it was decided otherwise, and with what the vendor says of the order; as `review`.
 */
export async function decideSettlement(
	deps: PayoutDeps,
	by: Keeper,
	decision: { orderId: string; id: string; approve: boolean; reason: string },
): Promise<SettlementRow> {
	const { orderId, id, approve } = decision;
	const order = await requireWithdrawal(deps, orderId);
	const kept = await selectSettlement(deps.db, id);
	if (kept?.orderId !== orderId) throw new CallError('not-found', refusal('no-such-settlement'));
	requireNotTheirs(by, order);
	if (approve && kept.proposedBy === by.uid) throw new CallError('permission-denied', refusal('not-your-own-proposal'));
	if (kept.state === (approve ? 'settled' : 'refused') && kept.decidedBy === by.uid) return kept;
	if (kept.state !== 'waiting') throw settlementEnded();
	const decided = { order, kept, by, reason: decision.reason, now: new Date(deps.clock.now()) };
	if (approve) await approveSettlement(deps, decided);
	else await refuseSettlement(deps, decided);
	return { ...kept, state: approve ? 'settled' : 'refused', decidedBy: by.uid, decidedAt: decided.now };
}

type Decided = { order: QueueRow; kept: SettlementRow; by: Keeper; reason: string; now: Date };

async function approveSettlement(deps: PayoutDeps, decided: Decided): Promise<void> {
	const { order, kept, by } = decided;
	const deed = `settle-${kept.outcome}` as const;
	const reviewed = await review(deps, deed, kept.orderId).catch((error) =>
		deferToVendor(deps, order, error, (vendorStatus) => overtake(deps, decided, vendorStatus)),
	);
	const { decision, grounds } = reviewed;
	if (!('to' in decision) || decision.to === 'sending') throw new Error('a settlement ends an order or is refused');
	const details = { deed, by: by.uid, ...grounds.event.details };
	await recordVerdict(deps, reviewed.order, decision, {
		...grounds,
		event: { kind: 'deed', details },
		alongside: (tx) => keepDecision(tx, decided, { settlement: 'settled', withdrawal: decision.to }),
	});
}

async function refuseSettlement(deps: PayoutDeps, decided: Decided): Promise<void> {
	const { order, by, now } = decided;
	await inTransaction(deps.db, async (tx) => {
		await lockWallet(tx, order.uid);
		await keepDecision(tx, decided, { settlement: 'refused', withdrawal: order.state });
		const event = { kind: 'deed', details: { deed: 'refuse-settlement', by: by.uid } } as const;
		await insertEvent(tx, order, event, now);
	});
}

/** The vendor knows the order after all: nobody has to settle it any more. */
async function overtake(deps: PayoutDeps, decided: Decided, vendorStatus: string): Promise<void> {
	const { order } = decided;
	await inTransaction(deps.db, async (tx) => {
		await lockWallet(tx, order.uid);
		await keepDecision(tx, decided, { settlement: 'overtaken', withdrawal: order.state, vendor_status: vendorStatus });
	});
}

type After = { settlement: 'settled' | 'refused' | 'overtaken'; withdrawal: string; vendor_status?: string };

async function keepDecision(tx: Tx, { order, kept, by, reason, now }: Decided, after: After): Promise<void> {
	const state = after.settlement;
	const decidedBy = state === 'overtaken' ? null : by.uid;
	if (!(await updateSettlement(tx, { id: kept.id, state, decidedBy, decidedAt: now }))) throw settlementEnded();
	const { outcome, proof } = kept;
	const what = { outcome, proof, amount: robuxToWire(order.amount) };
	const before = { ...what, settlement: kept.state, withdrawal: order.state };
	const action = state === 'refused' ? 'refuse-settlement' : 'approve-settlement';
	const details = { orderId: kept.orderId, before, after: { ...what, ...after }, reason };
	await by.keep(tx, { atMs: now.getTime(), action, uid: kept.uid, details });
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

/** What waits for a second admin, the oldest first; at most 500. @param asker the admin who is answered. */
export async function listSettlements({ db }: { db: Database }, asker: string): Promise<WaitingSettlement[]> {
	const rows = await selectWaitingSettlements(db, LISTED_MAX);
	return rows.map((row) => ({
		...settlementToWire(row, asker),
		amount: robuxToWire(row.amount),
		user_name: row.userName,
		proposer_name: row.proposerName,
	}));
}

/** @param asker the admin who is answered. */
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

/** An admin plays for rewards as well, and has no part in how their own order ends. */
function requireNotTheirs(by: Keeper, { uid }: QueueRow): void {
	if (by.uid === uid) throw new CallError('permission-denied', refusal('not-to-yourself'));
}

function requireSame(kept: SettlementRow, by: Keeper, { orderId, outcome, reason, proof }: Proposal): SettlementRow {
	const isSame = kept.orderId === orderId && kept.outcome === outcome && kept.reason === reason && kept.proof === proof;
	if (isSame && kept.proposedBy === by.uid) return kept;
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
