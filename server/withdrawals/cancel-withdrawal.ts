import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import { lockWallet } from '../ledger/wallet.ts';
import type { Keeper } from '../lib/audit.ts';
import { inTransaction, type Tx } from '../lib/database.ts';
import { reconcileWithdrawal } from './reconcile-withdrawal.ts';
import type { PayoutDeps } from './record-verdict.ts';
import { type AboutOrder, requireWithdrawal } from './review-withdrawal.ts';
import { insertEvent } from './store-events.ts';
import { callOff, wakeByOrderId } from './store-payouts.ts';
import type { QueueRow } from './store-queue.ts';
import { closeBooks } from './write-verdicts.ts';

/**
 * An admin ends an order before it is paid. What was never sent is refunded at once. Of what was sent the vendor is asked
 * to cancel; that it says so moves nothing, only its word about the order does, for which it is asked at once.
 *
 * @throws CallError `not-found`; `failed-precondition` when it has ended, or the vendor will not; `aborted` while it is
 * being sent; `unavailable` when the vendor gives no clear answer.
 */
export async function cancelWithdrawal(deps: PayoutDeps, by: Keeper, about: AboutOrder): Promise<void> {
	const order = await requireWithdrawal(deps, about.orderId);
	if (order.state === 'requested') return cancelUnsent(deps, by, order, about);
	if (order.state === 'sending') throw new CallError('aborted', refusal('withdrawal-in-hand'));
	if (order.state !== 'unknown' && order.state !== 'needs-review') {
		throw new CallError('failed-precondition', refusal('withdrawal-ended'));
	}
	return cancelAtVendor(deps, by, order, about);
}

async function cancelUnsent(deps: PayoutDeps, by: Keeper, order: QueueRow, about: AboutOrder): Promise<void> {
	const nowMs = deps.clock.now();
	await inTransaction(deps.db, async (tx) => {
		await lockWallet(tx, order.uid);
		await keep(tx, by, order, { ...about, after: { state: 'failed' }, atMs: nowMs });
		const calledOff = await callOff(tx, order, 'called-off', new Date(nowMs));
		if (!calledOff) throw new CallError('aborted', refusal('withdrawal-in-hand'));
		await closeBooks(tx, [{ ...calledOff, step: 'refund', atMs: nowMs }]);
	});
	deps.publish(order.uid);
}

async function cancelAtVendor(deps: PayoutDeps, by: Keeper, order: QueueRow, about: AboutOrder): Promise<void> {
	const { db, clock } = deps;
	const vendor = deps.vendors.get(order.vendor);
	if (!vendor) throw new CallError('failed-precondition', refusal('vendor-not-set-up', { vendor: order.vendor }));
	await inTransaction(db, (tx) => keep(tx, by, order, { ...about, after: { asked: 'cancel' }, atMs: clock.now() }));
	const answer = await vendor.cancel(order.orderId);
	const now = new Date(clock.now());
	await insertEvent(db, order, { kind: 'answer', details: { question: 'cancel', answer } }, now);
	if (answer.kind === 'refused') {
		throw new CallError('failed-precondition', refusal('vendor-will-not-cancel'), { problem: answer.problem });
	}
	if (answer.kind === 'unclear') throw new CallError('unavailable', refusal('vendor-unclear'));
	await wakeByOrderId(db, order.vendor, order.orderId, now);
	await reconcileWithdrawal(deps, order);
}

/** @param after what is known of it now: the vendor's word is still to come. */
async function keep(
	tx: Tx,
	by: Keeper,
	order: QueueRow,
	{ orderId, reason, after, atMs }: AboutOrder & { after: object; atMs: number },
): Promise<void> {
	const details = { orderId, before: { state: order.state }, after, reason };
	await by.keep(tx, { atMs, action: 'cancel-withdrawal', uid: order.uid, details });
	await insertEvent(tx, order, { kind: 'deed', details: { deed: 'cancel', by: by.uid } }, new Date(atMs));
}
