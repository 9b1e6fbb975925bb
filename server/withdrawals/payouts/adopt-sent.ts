import { type DbDeps, inTransaction } from '../../lib/db/database.ts';
import { changeStates } from '../change-state.ts';
import { endScreening } from '../screening/store-screenings.ts';
import type { InfoAnswer } from '../vendors/vendor.ts';
import { withoutName } from './store-events.ts';
import { lockUnsent } from './store-payouts.ts';

type AdoptDeps = DbDeps & { publish: (uid: string) => void };
type Found = Extract<InfoAnswer, { kind: 'found' }>;

/** A restored database may list a sent order as unsent. Marks it as sent, so that it is neither sent again nor cancelled. */
export async function adoptSent({ db, clock, publish }: AdoptDeps, orderId: string, answer: Found): Promise<boolean> {
	const at = new Date(clock.now());
	const uid = await inTransaction(db, async (tx) => {
		const order = await lockUnsent(tx, orderId);
		if (!order) return undefined;
		const step = { of: order, at, nextCheckAt: at };
		if (order.state === 'screening') {
			const event = { kind: 'screening', details: { outcome: 'went-on' } } as const;
			await changeStates(tx, [{ ...step, from: 'screening', to: 'requested', event }]);
			await endScreening(tx, order, { outcome: 'went-on', by: null, at });
		}
		const attempt = { kind: 'attempt', details: { number: 1, isRestored: true } } as const;
		await changeStates(tx, [{ ...step, from: 'requested', to: 'sending', event: attempt }]);
		const evidence = { kind: 'answer', details: { question: 'info', answer: withoutName(answer) } } as const;
		const known = { isAcknowledged: true, vendorStatus: answer.order.status, event: evidence };
		await changeStates(tx, [{ ...step, from: 'sending', to: 'unknown', ...known }]);
		return order.uid;
	});
	if (uid !== undefined) publish(uid);
	return uid !== undefined;
}
