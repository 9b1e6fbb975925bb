import { userMessageOf } from '../../../contract/admin/reasons.ts';
import type { CallInput, CallName } from '../../../contract/calls.ts';
import { CallError } from '../../../contract/errors.ts';
import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import { callError, type PlainReason } from '../../../contract/refusals.ts';
import type { ListedManualPayout } from '../../../contract/withdrawals/manual-payouts.ts';
import { selectApprovalSettings } from '../../accounts/allowance.ts';
import { requireSecond } from '../../accounts/second-person.ts';
import { type AdminContext, requireOtherOrTwo, type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import type { DbDeps, Tx } from '../../lib/db/database.ts';
import { insertEvent } from '../payouts/store-events.ts';
import { wakeByOrderId } from '../payouts/store-payouts.ts';
import * as store from './store-manual.ts';

export type ManualPayoutDeps = DbDeps & { wakePayouts: () => void };
type Act<Name extends CallName> = StaffCall<Name, ManualPayoutDeps>;
type Purchase = CallInput<'adminMarkManualPayoutPaid'>;
type Action = 'take' | 'take-over' | 'give-back' | 'mark-paid' | 'refuse';

const LISTED_MAX = 500;

export async function listManualPayouts({ db }: Pick<ManualPayoutDeps, 'db'>): Promise<ListedManualPayout[]> {
	return (await store.selectOpenManualPayouts(db, LISTED_MAX)).map(store.manualPayoutToWire);
}

/** @throws CallError `not-found`; `aborted` if another admin has the payout or it has ended. */
export const takeManualPayout: Act<'adminTakeManualPayout'> = (deps, { orderId }, admin) =>
	changePayout(deps, admin, { orderId, action: 'take' }, async (_, payout) => {
		if (payout.state === 'taken' && payout.taken_by !== admin.actor.uid) throw callError('aborted', 'payout-taken');
		return { state: 'taken', takenBy: admin.actor.uid };
	});

/** @throws CallError `not-found`; `aborted` */
export const takeOverManualPayout: Act<'adminTakeOverManualPayout'> = (deps, { orderId, from, reason }, admin) =>
	changePayout(deps, admin, { orderId, action: 'take-over', reason }, async (_, payout) => {
		if (payout.taken_by === admin.actor.uid) throw callError('aborted', 'payout-yours');
		if (payout.state !== 'taken' || payout.taken_by !== from) throw callError('aborted', 'payout-moved');
		return { state: 'taken', takenBy: admin.actor.uid };
	});

export const giveBackManualPayout: Act<'adminGiveBackManualPayout'> = (deps, { orderId }, admin) =>
	changePayout(deps, admin, { orderId, action: 'give-back' }, async (_, payout) => {
		requireOwn(payout, admin);
		return { state: 'waiting', takenBy: null };
	});

/** @throws CallError like {@link takeManualPayout}; `already-exists` if the same purchase paid another order. */
export async function markManualPayoutPaid(deps: ManualPayoutDeps, purchase: Purchase, admin: AdminContext) {
	const { orderId, purchaseReference } = purchase;
	try {
		await requireTwoForStaff(deps, admin, orderId);
		return await changePayout(deps, admin, { orderId, action: 'mark-paid' }, async (tx, payout) => {
			if (payout.method !== 'game-pass') throw callError('failed-precondition', 'pays-with-code');
			requireOwn(payout, admin, 'payout-taken-by-buyer');
			const amount = await amountAboveLimit(tx, payout);
			if (amount) requireSecond(admin, { amount });
			if (await store.isPurchaseReferenceUsed(tx, purchaseReference))
				throw callError('already-exists', 'purchase-used');
			return { state: 'paid', takenBy: buyerOf(admin), purchaseReference };
		});
	} catch (error) {
		const isRefused = error instanceof CallError && (error.code === 'aborted' || error.code === 'already-exists');
		const { approval: _, ...alone } = admin;
		if (isRefused) await recordRefusedPurchase(deps, alone, { ...purchase, why: error.message });
		throw error;
	}
}

/** Records the purchase as evidence, because the admin may have bought the pass anyway. */
async function recordRefusedPurchase(
	deps: ManualPayoutDeps,
	admin: AdminContext,
	{ orderId, purchaseReference, why }: Purchase & { why: string },
): Promise<void> {
	await withAudit(deps, admin, { action: 'manual-payout-purchase-refused' }, async (tx, atMs) => {
		const withdrawal = await store.selectWithdrawal(tx, orderId);
		if (!withdrawal) return { result: undefined, change: undefined };
		const what = { purchaseReference, refused: why };
		const details = { deed: 'mark-paid', by: admin.actor.uid, ...what };
		await insertEvent(tx, withdrawal, { kind: 'deed', details }, new Date(atMs));
		const keeps = ['orderId', 'purchaseReference'];
		return { result: undefined, change: { orderId, ...what, reason: undefined, owner: withdrawal.uid, keeps } };
	});
}

export const refuseManualPayout: Act<'adminRefuseManualPayout'> = async (deps, { orderId, reason }, admin) => {
	await requireTwoForStaff(deps, admin, orderId);
	return changePayout(deps, admin, { orderId, action: 'refuse', reason }, async (_, payout) => {
		requireOwn(payout, admin);
		return { state: 'refused', takenBy: buyerOf(admin), reason: userMessageOf(reason) };
	});
};

/** Returns undefined if one admin may pay the amount alone. */
export async function amountAboveLimit(tx: Tx, { net }: store.ManualPayoutRow): Promise<RobuxCents | undefined> {
	const amount = asRobuxCents(net * 100);
	return amount > (await selectApprovalSettings(tx)).approvalAbove ? amount : undefined;
}

export const buyerOf = ({ actor, approval }: AdminContext) => approval?.proposedBy ?? actor.uid;

export async function requireTwoForStaff({ db }: Pick<ManualPayoutDeps, 'db'>, admin: AdminContext, orderId: string) {
	const withdrawal = await store.selectWithdrawal(db, orderId);
	if (withdrawal) await requireOtherOrTwo(db, admin, withdrawal.uid);
}

export async function changePayout(
	deps: ManualPayoutDeps,
	admin: AdminContext,
	{ orderId, action, reason }: { orderId: string; action: Action; reason?: string },
	decide: (tx: Tx, payout: store.ManualPayoutRow) => Promise<store.ManualPayoutChange>,
): Promise<{ done: true }> {
	await withAudit(deps, admin, { action: `manual-payout-${action}` }, async (tx, atMs) => {
		const now = new Date(atMs);
		const payout = await store.lockManualPayout(tx, orderId);
		if (!payout) throw callError('not-found', 'no-such-payout');
		if (payout.state === 'paid' || payout.state === 'refused') throw callError('aborted', 'payout-ended');
		const changed = await decide(tx, payout);
		await store.updateManualPayout(tx, orderId, changed, now);
		const withdrawal = await store.selectWithdrawal(tx, orderId);
		if (withdrawal)
			await insertEvent(tx, withdrawal, { kind: 'deed', details: { deed: action, by: admin.actor.uid } }, now);
		const isEnded = changed.state === 'paid' || changed.state === 'refused';
		if (isEnded) await wakeByOrderId(tx, 'manual', orderId, now);
		const before = { state: payout.state, takenBy: payout.taken_by };
		const note = reason ?? changed.reason ?? null;
		const keeps = ['orderId', 'state', 'takenBy', 'purchaseReference'];
		const about = { orderId, before, after: changed, reason: note };
		return { result: undefined, change: { ...about, owner: withdrawal?.uid, keeps } };
	});
	deps.wakePayouts();
	return { done: true };
}

export function requireOwn(payout: store.ManualPayoutRow, admin: AdminContext, reason: PlainReason = 'payout-taken') {
	if (payout.state !== 'taken') throw callError('aborted', 'payout-not-taken');
	if (payout.taken_by !== buyerOf(admin)) throw callError('aborted', reason);
}
