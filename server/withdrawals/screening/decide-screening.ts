import type { OrderNow } from '../../../contract/admin/fields.ts';
import type { CallInput } from '../../../contract/calls.ts';
import type { CallError } from '../../../contract/errors.ts';
import { callError } from '../../../contract/refusals.ts';
import { type AdminContext, recordAction, requireOtherOrTwo } from '../../accounts/with-audit.ts';
import { lockWallet } from '../../ledger/wallet.ts';
import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { changeStates } from '../change-state.ts';
import { orderNow, requireWithdrawal } from '../review/review-withdrawal.ts';
import { requireVendorsChecked } from '../safety/payout-safety.ts';
import { endScreening } from './store-screenings.ts';

export type DecideDeps = DbDeps & { publish: (uid: string) => void; wakePayouts: () => void };

const ends = { pay: { to: 'requested' }, refund: { to: 'failed', refusal: 'screening' } } as const;

export async function decideScreening(
	deps: DecideDeps,
	{ order_id: orderId, decision, reason }: CallInput<'adminDecideScreening'>,
	admin: AdminContext,
): Promise<OrderNow> {
	const order = await requireWithdrawal(deps, orderId);
	await requireOtherOrTwo(deps.db, admin, order.uid);
	if (order.state !== 'screening') throw notScreened();
	await inTransaction(deps.db, async (tx) => {
		const at = new Date(deps.clock.now());
		await requireVendorsChecked(tx);
		await lockWallet(tx, order.uid);
		const states = { before: { state: 'screening' }, after: { state: ends[decision].to } };
		const change = { orderId, decision, ...states, owner: order.uid, keeps: ['orderId', 'decision', 'state'] };
		await recordAction({ ...deps, db: tx }, admin, { action: 'decide-screening', reason, change });
		const end = ends[decision];
		const event = { kind: 'deed', details: { deed: `screening-${decision}`, by: admin.actor.uid } } as const;
		const moved = {
			of: order,
			from: 'screening',
			at,
			nextCheckAt: end.to === 'failed' ? null : at,
			event,
			...end,
		} as const;
		const [changed] = await changeStates(tx, [moved]);
		if (!changed) throw notScreened();
		await endScreening(tx, order, { outcome: decision, by: admin.actor.uid, at });
	});
	deps.publish(order.uid);
	if (decision === 'pay') deps.wakePayouts();
	return orderNow(deps, orderId);
}

function notScreened(): CallError {
	return callError('failed-precondition', 'withdrawal-not-screened');
}
