import { timeListOf } from '../../../contract/admin/fields.ts';
import { CallError } from '../../../contract/errors.ts';
import { type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { callError, refusal } from '../../../contract/refusals.ts';
import {
	type AdminSettlement,
	type WaitingSettlement,
	waitingSettlement,
} from '../../../contract/withdrawals/payout-reviews.ts';
import { type Approval, appliesIn, type Proposals, SecondPersonNeeded } from '../../accounts/second-person.ts';
import { type AdminContext, recordAction, requireOther, type StaffCall } from '../../accounts/with-audit.ts';
import { lockWallet } from '../../ledger/wallet.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import { type Database, datesToMs, inTransaction, type Tx } from '../../lib/db/database.ts';
import { reconcileWithdrawal } from '../payouts/reconcile-withdrawal.ts';
import { type PayoutDeps, recordOutcome } from '../payouts/record-outcome.ts';
import { insertEvent } from '../payouts/store-events.ts';
import { wakeByOrderId } from '../payouts/store-payouts.ts';
import { requireWithdrawal, review } from './review-withdrawal.ts';
import { type QueueRow, selectByOrderId } from './store-queue.ts';
import * as store from './store-reviews.ts';

const LISTED_MAX = 500;

export type SettlementDeps = { db: Database; proposals: Proposals<AdminContext> };

export const adminDecideSettlement: StaffCall<'adminDecideSettlement', SettlementDeps> = async (deps, input, admin) => {
	const { db, proposals } = deps;
	const { orderId, id, approve, reason } = input;
	await requireWithdrawal({ db }, orderId);
	const find = async () => {
		const row = await store.selectSettlement(db, id);
		if (row?.order_id !== orderId) throw callError('not-found', 'no-such-settlement');
		return row;
	};
	await find();
	await proposals.decide({ id, decision: approve ? 'approve' : 'refuse', reason }, admin);
	return settlementToWire(await find(), admin.actor.uid);
};

type ListDeps = Pick<SettlementDeps, 'proposals'>;

export const adminGetSettlements: StaffCall<'adminGetSettlements', ListDeps> = async ({ proposals }, _, admin) => {
	const page = { ...timeListOf(null), order: 'oldest', limit: LISTED_MAX } as const;
	const { items } = await proposals.list({ ...page, kind: 'settlement', state: 'waiting' }, admin);
	return items.map((item): WaitingSettlement => waitingSettlement.parse({ ...item, ...item.input }));
};

/** The form creates the id, so that a repeated request is the same proposal. */
type Wanted = Pick<store.SettlementRow, 'id' | 'order_id' | 'outcome' | 'proof'> & { reason: string };

export const adminProposeSettlement: StaffCall<'adminProposeSettlement', PayoutDeps> = async (deps, request, admin) => {
	const { orderId, outcome, reason, requestId: id } = request;
	const wanted = { id, order_id: orderId, outcome, reason, proof: request.outcome === 'paid' ? request.proof : null };
	const order = await requireWithdrawal(deps, orderId);
	requireOther(admin, order.uid);
	const { approval } = admin;
	const stored = await store.selectSettlement(deps.db, id);
	if (approval && stored) await settle(deps, { order, stored, admin, approval });
	else if (stored) requireSame(stored, wanted, admin);
	else await propose(deps, order, wanted, admin);
	return settlementToWire((await store.selectSettlement(deps.db, id)) as store.SettlementRow, admin.actor.uid);
};

async function propose(deps: PayoutDeps, order: QueueRow, wanted: Wanted, admin: AdminContext): Promise<never> {
	const { id, order_id: orderId, outcome, proof, reason } = wanted;
	await requireRoom(deps.db, wanted);
	const reviewed = await review(deps, admin, `settle-${outcome}`, orderId).catch((error) =>
		deferToVendor(deps, order, error),
	);
	const stays = { to: 'needs-review', refusal: reviewed.order.refusal ?? 'unclear' } as const;
	if (!(await recordOutcome(deps, reviewed.order, stays, reviewed.evidence))) {
		throw callError('aborted', 'withdrawal-in-hand');
	}
	const before = { withdrawal: order.state, settlement: 'none' };
	const after = { withdrawal: order.state, settlement: 'waiting', outcome, proof, amount: robuxToWire(order.amount) };
	const details = { deed: 'propose-settlement', outcome, by: admin.actor.uid };
	throw new SecondPersonNeeded({
		uid: order.uid,
		own: {
			...{ kind: 'settlement', id, orderId, outcome, proof, reason },
			action: 'propose-settlement',
			change: { orderId, before, after, keeps: settlementKeeps },
			alongside: (tx, atMs) => insertEvent(tx, order, { kind: 'deed', details }, new Date(atMs)),
		},
	});
}

type Settling = { order: QueueRow; stored: store.SettlementRow; admin: AdminContext; approval: Approval };

/** Uses the same references as a result of the vendor, so the money moves once. */
async function settle(deps: PayoutDeps, settling: Settling): Promise<void> {
	const { order, stored, admin, approval } = settling;
	const action = `settle-${stored.outcome}` as const;
	const reviewed = await review(deps, admin, action, order.orderId).catch((error) =>
		deferToVendor(deps, order, error, (vendorStatus) => overtake(deps, settling, vendorStatus)),
	);
	const { decision, evidence } = reviewed;
	if (!('to' in decision) || decision.to === 'sending') throw new Error('this decision must close the order');
	const details = { deed: action, by: admin.actor.uid, ...evidence.event.details };
	await recordOutcome(deps, reviewed.order, decision, {
		...evidence,
		event: { kind: 'deed', details },
		async alongside(tx) {
			await approval.settle(tx, deps.clock.now());
			await recordApproval({ ...deps, db: tx }, settling, { settlement: 'settled', withdrawal: decision.to });
		},
	});
}

async function overtake(deps: PayoutDeps, settling: Settling, vendorStatus: string): Promise<void> {
	const { order, stored } = settling;
	await inTransaction(deps.db, async (tx) => {
		await lockWallet(tx, order.uid);
		if (!(await store.updateOvertaken(tx, stored.id, new Date(deps.clock.now())))) {
			throw callError('failed-precondition', 'settlement-ended');
		}
		const after = { settlement: 'overtaken', withdrawal: order.state, vendor_status: vendorStatus };
		await recordApproval({ ...deps, db: tx }, settling, after);
	});
}

async function recordApproval(
	deps: { db: Tx; clock: Clock },
	{ order, stored, admin: { actor, ip, mode }, approval }: Settling,
	after: { settlement: string; withdrawal: string; vendor_status?: string },
): Promise<void> {
	const change = settlementChange({ ...stored, ...order, orderState: order.state }, after);
	const action = { action: 'approve-settlement', reason: approval.reason, change: { ...change, owner: stored.uid } };
	await recordAction(deps, { actor, ip, mode }, action);
}

const settlementKeeps = ['orderId', 'outcome', 'amount', 'settlement', 'withdrawal'];

type Settled = Record<'orderId' | 'outcome' | 'proof' | 'orderState', string | null> & { amount: RobuxCents | null };

export function settlementChange({ orderId, outcome, proof, amount, orderState: withdrawal }: Settled, after: object) {
	const what = { outcome, proof, amount: amount && robuxToWire(amount) };
	const before = { ...what, settlement: 'waiting', withdrawal };
	return { orderId, before, after: { ...what, ...after }, keeps: settlementKeeps };
}

export async function noteRefusedSettlement(tx: Tx, orderId: string, { by, at }: { by: string; at: Date }) {
	const order = await selectByOrderId(tx, orderId);
	if (order) await insertEvent(tx, order, { kind: 'deed', details: { deed: 'refuse-settlement', by } }, at);
}

async function deferToVendor(
	deps: PayoutDeps,
	order: QueueRow,
	error: unknown,
	before: (vendorStatus: string) => Promise<void> = async () => {},
): Promise<never> {
	const { objection, vendor_status: vendorStatus } = ((error as CallError).details ?? {}) as Record<string, unknown>;
	if (objection !== 'vendor-knows-it') throw error;
	await before(String(vendorStatus));
	await wakeByOrderId(deps.db, order.vendor, order.orderId, new Date(deps.clock.now()));
	await reconcileWithdrawal(deps, order);
	throw new CallError('failed-precondition', refusal('vendor-knows-order', { status: String(vendorStatus) }), {
		objection,
		vendor_status: vendorStatus,
	});
}

export function settlementToWire(row: store.SettlementRow, asker: string): AdminSettlement {
	const applies = appliesIn({ ...row, appliesAt: row.applies_at });
	return { ...datesToMs(row), ...applies, is_own: row.proposed_by === asker };
}

function requireSame(stored: store.SettlementRow, requested: Wanted, { actor }: AdminContext): void {
	const fields = ['order_id', 'outcome', 'reason', 'proof'] as const;
	const isSame = stored.proposed_by === actor.uid && fields.every((field) => stored[field] === requested[field]);
	if (!isSame) throw callError('already-exists', 'request-id-reused');
}

/** Runs before the vendor query, which leases the order. */
async function requireRoom(db: Database, { order_id, proof }: Wanted): Promise<void> {
	if (proof !== null && (await store.isProofUsed(db, proof))) throw callError('already-exists', 'proof-used');
	const isWaiting = (await store.selectSettlementsOf(db, order_id)).some(({ state }) => state === 'waiting');
	if (isWaiting) throw callError('already-exists', 'settlement-waits');
}
