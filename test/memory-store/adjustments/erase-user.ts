import type * as real from '../../../server/adjustments/erase-user.ts';
import { statement } from '../transaction.ts';

export const eraseAdjustments: typeof real.eraseAdjustments = (db, { uid, atMs }) =>
	statement(db, async (tx) => {
		for (const { id } of tx.all('adjustments').filter((one) => one.uid === uid)) {
			await tx.update(
				'adjustments',
				`${uid} ${id}`,
				() => true,
				({ state, decidedAt }) => ({
					reason: null,
					state: state === 'waiting' ? 'expired' : state,
					decidedAt: decidedAt ?? new Date(atMs),
				}),
			);
		}
	});
