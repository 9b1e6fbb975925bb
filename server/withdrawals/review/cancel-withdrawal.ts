import type { OrderNow } from '../../../contract/admin/fields.ts';
import { CallError } from '../../../contract/errors.ts';
import { callError, refusal } from '../../../contract/refusals.ts';
import { type AdminContext, recordAction, requireOtherOrTwo } from '../../accounts/with-audit.ts';
import { lockWallet } from '../../ledger/wallet.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { changeStates } from '../change-state.ts';
import { reconcileWithdrawal } from '../payouts/reconcile-withdrawal.ts';
import type { PayoutDeps } from '../payouts/record-outcome.ts';
import { insertEvent, type NewEvent } from '../payouts/store-events.ts';
import { wakeByOrderId } from '../payouts/store-payouts.ts';
import { requireVendorsChecked } from '../safety/payout-safety.ts';
import { type AboutOrder, orderNow, requireWithdrawal } from './review-withdrawal.ts';
import type { QueueRow } from './store-queue.ts';

/** Once the order was sent, only the vendor's status moves money, not its acceptance of the cancellation. */
export async function cancelWithdrawal(deps: PayoutDeps, about: AboutOrder, admin: AdminContext): Promise<OrderNow> {
	const order = await requireWithdrawal(deps, about.orderId);
	await requireOtherOrTwo(deps.db, admin, order.uid);
	if (order.state === 'requested') await cancelUnsent(deps, admin, order, about);
	else await cancelSent(deps, admin, order, about);
	return orderNow(deps, about.orderId);
}

async function cancelSent(deps: PayoutDeps, admin: AdminContext, order: QueueRow, about: AboutOrder): Promise<void> {
	if (order.state === 'sending') throw callError('aborted', 'withdrawal-in-hand');
	if (order.state === 'screening') throw callError('failed-precondition', 'withdrawal-screened');
	if (order.state !== 'unknown' && order.state !== 'needs-review') {
		throw callError('failed-precondition', 'withdrawal-ended');
	}
	return cancelAtVendor(deps, admin, order, about);
}

async function cancelUnsent(deps: PayoutDeps, admin: AdminContext, order: QueueRow, about: AboutOrder): Promise<void> {
	const at = new Date(deps.clock.now());
	const called = { from: 'requested', to: 'failed', refusal: 'called-off', at, nextCheckAt: null } as const;
	await inTransaction(deps.db, async (tx) => {
		await requireVendorsChecked(tx);
		await lockWallet(tx, order.uid);
		await recordAction({ ...deps, db: tx }, admin, cancelling(order, about, { state: 'failed' }));
		const [calledOff] = await changeStates(tx, [{ ...called, of: order, event: cancelledBy(admin) }]);
		if (!calledOff) throw callError('aborted', 'withdrawal-in-hand');
	});
	deps.publish(order.uid);
}

async function cancelAtVendor(
	deps: PayoutDeps,
	admin: AdminContext,
	order: QueueRow,
	about: AboutOrder,
): Promise<void> {
	const { db, clock } = deps;
	const vendor = deps.vendors.get(order.vendor);
	if (!vendor) throw callError('failed-precondition', 'vendor-not-set-up', { vendor: order.vendor });
	await inTransaction(db, async (tx) => {
		await recordAction({ db: tx, clock }, admin, cancelling(order, about, { asked: 'cancel' }));
		await insertEvent(tx, order, cancelledBy(admin), new Date(clock.now()));
	});
	const answer = await vendor.cancel(order.orderId);
	const now = new Date(clock.now());
	await insertEvent(db, order, { kind: 'answer', details: { question: 'cancel', answer } }, now);
	if (answer.kind === 'refused') {
		throw new CallError('failed-precondition', refusal('vendor-will-not-cancel'), { problem: answer.problem });
	}
	if (answer.kind === 'unclear') throw callError('unavailable', 'vendor-unclear');
	await wakeByOrderId(db, order.vendor, order.orderId, now);
	await reconcileWithdrawal(deps, order);
}

function cancelling(order: QueueRow, { orderId, reason }: AboutOrder, after: object) {
	const keeps = ['orderId', 'state', 'asked'];
	const change = { orderId, before: { state: order.state }, after, owner: order.uid, keeps };
	return { action: 'cancel-withdrawal', reason, change };
}

function cancelledBy(admin: AdminContext): NewEvent {
	return { kind: 'deed', details: { deed: 'cancel', by: admin.actor.uid } };
}
