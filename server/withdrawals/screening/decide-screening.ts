import { CallError } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import { type AdminContext, requireOther, withAudit } from '../../accounts/with-audit.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { changeStates } from '../change-state.ts';
import { requireWithdrawal } from '../review/review-withdrawal.ts';
import { endScreening } from './store-screenings.ts';

type DecideDeps = { db: Database; clock: Clock; publish(uid: string): void; wakePayouts(): void };
type Decided = { orderId: string; decision: 'pay' | 'refund'; reason: string };

const ends = {
	pay: { to: 'requested' },
	refund: { to: 'failed', refusal: 'screening' },
} as const;

/** @throws CallError `not-found`; `permission-denied` for one's own; `failed-precondition` when it is not held any more. */
export async function decideScreening(
	deps: DecideDeps,
	admin: AdminContext,
	{ orderId, decision, reason }: Decided,
): Promise<void> {
	const order = await requireWithdrawal(deps, orderId);
	requireOther(admin, order.uid);
	if (order.state !== 'screening') throw notScreened();
	await withAudit(deps, admin, { action: 'decide-screening', reason, user: order.uid }, async (tx, atMs) => {
		const at = new Date(atMs);
		const end = ends[decision];
		const event = { kind: 'deed', details: { deed: `screening-${decision}`, by: admin.actor.uid } } as const;
		const change = {
			of: order,
			from: 'screening',
			at,
			nextAskAt: end.to === 'failed' ? null : at,
			event,
			...end,
		} as const;
		const [changed] = await changeStates(tx, [change]);
		if (!changed) throw notScreened();
		await endScreening(tx, order, { outcome: decision, by: admin.actor.uid, at });
		const states = { before: { state: 'screening' }, after: { state: end.to } };
		return { result: undefined, change: { orderId, decision, ...states } };
	});
	deps.publish(order.uid);
	if (decision === 'pay') deps.wakePayouts();
}

function notScreened(): CallError {
	return new CallError('failed-precondition', refusal('withdrawal-not-screened'));
}
