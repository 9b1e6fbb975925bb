import { CallError } from '../../contract/errors.ts';
import { type PlainReason, refusal } from '../../contract/refusals.ts';
import type { Keeper } from '../lib/audit.ts';
import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction, type Tx } from '../lib/database.ts';
import { insertEvent } from './store-events.ts';
import {
	isPurchaseReferenceUsed,
	type ListedManualPayout,
	lockManualPayout,
	type ManualPayoutChange,
	type ManualPayoutRow,
	selectOpenManualPayouts,
	selectWithdrawal,
	updateManualPayout,
} from './store-manual.ts';
import { wakeByOrderId } from './store-payouts.ts';

type ManualPayoutDeps = { db: Database; clock: Clock; hintPayouts(): void };
type Purchase = { orderId: string; purchaseReference: string };
type Deed = 'take' | 'take-over' | 'give-back' | 'mark-paid' | 'refuse';

const LISTED_MAX = 500;

/** What is to be paid by hand, the longest waiting first; at most 500. */
export function listManualPayouts({ db }: Pick<ManualPayoutDeps, 'db'>): Promise<ListedManualPayout[]> {
	return selectOpenManualPayouts(db, LISTED_MAX);
}

/**
 * An admin takes an order on: from now on nobody else may end it, so no pass is bought twice. Taking it again is fine.
 * @throws CallError `not-found`; `aborted` when it is somebody else's or has ended.
 */
export function takeManualPayout(deps: ManualPayoutDeps, by: Keeper, orderId: string): Promise<void> {
	return change(deps, by, { orderId, deed: 'take' }, async (_, payout) => {
		if (payout.state === 'taken' && payout.takenBy !== by.uid) throw new CallError('aborted', refusal('payout-taken'));
		return { state: 'taken', takenBy: by.uid };
	});
}

/**
 * Takes an order over from an admin who does not come back to it. From then on that one cannot end it: whether they have
 * bought the pass is asked of them, and not known here.
 * @param from who had it when this was decided: of two who take it over from the same one, the second is told.
 * @throws CallError `not-found`; `aborted` when it is not that admin's any more or has ended.
 */
export function takeOverManualPayout(
	deps: ManualPayoutDeps,
	by: Keeper,
	{ orderId, from, reason }: { orderId: string; from: string; reason: string },
): Promise<void> {
	return change(deps, by, { orderId, deed: 'take-over', reason }, async (_, payout) => {
		if (payout.takenBy === by.uid) throw new CallError('aborted', refusal('payout-yours'));
		if (payout.state !== 'taken' || payout.takenBy !== from) throw new CallError('aborted', refusal('payout-moved'));
		return { state: 'taken', takenBy: by.uid };
	});
}

/** Back on the list, for another admin: nothing was bought. @throws CallError as above. */
export function giveBackManualPayout(deps: ManualPayoutDeps, by: Keeper, orderId: string): Promise<void> {
	return change(deps, by, { orderId, deed: 'give-back' }, async (_, payout) => {
		requireOwn(payout, by);
		return { state: 'waiting', takenBy: null };
	});
}

/**
 * The pass is bought. The withdrawal completes as soon as the payout path has asked, which is at once.
 * @param purchase its reference is what the platform calls it: it stands for one order only.
 * @throws CallError as above; `already-exists` when another order was paid with this purchase.
 */
export async function markManualPayoutPaid(deps: ManualPayoutDeps, by: Keeper, purchase: Purchase): Promise<void> {
	const { orderId, purchaseReference } = purchase;
	try {
		await change(deps, by, { orderId, deed: 'mark-paid' }, async (tx, payout) => {
			requireOwn(payout, by, 'payout-taken-by-buyer');
			if (await isPurchaseReferenceUsed(tx, purchaseReference)) {
				throw new CallError('already-exists', refusal('purchase-used'));
			}
			return { state: 'paid', takenBy: by.uid, purchaseReference };
		});
	} catch (error) {
		const isRefused = error instanceof CallError && (error.code === 'aborted' || error.code === 'already-exists');
		if (isRefused) await keepRefusedPurchase(deps, by, { ...purchase, why: error.message });
		throw error;
	}
}

/** The pass may be bought all the same: whoever ends the order finds it in the evidence. */
async function keepRefusedPurchase(
	{ db, clock }: ManualPayoutDeps,
	by: Keeper,
	{ orderId, purchaseReference, why }: Purchase & { why: string },
): Promise<void> {
	const now = new Date(clock.now());
	await inTransaction(db, async (tx) => {
		const withdrawal = await selectWithdrawal(tx, orderId);
		if (!withdrawal) return;
		const details = { orderId, purchaseReference, refused: why };
		await by.keep(tx, { atMs: now.getTime(), action: 'manual-payout-purchase-refused', uid: withdrawal.uid, details });
		const deed = { deed: 'mark-paid', by: by.uid, purchaseReference, refused: why };
		await insertEvent(tx, withdrawal, { kind: 'deed', details: deed }, now);
	});
}

/**
 * The pass cannot be bought: the amount goes back to the user.
 * @param reason a sentence for the books and the user.
 * @throws CallError as above.
 */
export function refuseManualPayout(
	deps: ManualPayoutDeps,
	by: Keeper,
	{ orderId, reason }: { orderId: string; reason: string },
): Promise<void> {
	return change(deps, by, { orderId, deed: 'refuse' }, async (_, payout) => {
		requireOwn(payout, by);
		return { state: 'refused', takenBy: by.uid, reason };
	});
}

async function change(
	{ db, clock, hintPayouts }: ManualPayoutDeps,
	by: Keeper,
	{ orderId, deed, reason }: { orderId: string; deed: Deed; reason?: string },
	decide: (tx: Tx, payout: ManualPayoutRow) => Promise<ManualPayoutChange>,
): Promise<void> {
	const now = new Date(clock.now());
	await inTransaction(db, async (tx) => {
		const payout = await lockManualPayout(tx, orderId);
		if (!payout) throw new CallError('not-found', refusal('no-such-payout'));
		if (payout.state === 'paid' || payout.state === 'refused') throw new CallError('aborted', refusal('payout-ended'));
		const changed = await decide(tx, payout);
		await updateManualPayout(tx, orderId, changed, now);
		const before = { state: payout.state, takenBy: payout.takenBy };
		const details = { orderId, before, after: changed, reason: reason ?? changed.reason ?? null };
		const entry = { atMs: now.getTime(), action: `manual-payout-${deed}`, details };
		// By its owner, so that what it says of them goes with their account.
		const withdrawal = await selectWithdrawal(tx, orderId);
		await by.keep(tx, withdrawal ? { ...entry, uid: withdrawal.uid } : entry);
		if (withdrawal) await insertEvent(tx, withdrawal, { kind: 'deed', details: { deed, by: by.uid } }, now);
		if (changed.state === 'waiting' || changed.state === 'taken') return;
		await wakeByOrderId(tx, 'manual', orderId, now);
	});
	hintPayouts();
}

function requireOwn(payout: ManualPayoutRow, by: Keeper, reason: PlainReason = 'payout-taken'): void {
	if (payout.state !== 'taken') throw new CallError('aborted', refusal('payout-not-taken'));
	if (payout.takenBy !== by.uid) throw new CallError('aborted', refusal(reason));
}
