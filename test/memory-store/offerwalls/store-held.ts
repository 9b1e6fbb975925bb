import type * as real from '../../../server/offerwalls/store-held.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/offerwalls/store-held.ts';

export const insertHeldCredits: typeof real.insertHeldCredits = async (db, holds) => {
	if (holds.length === 0) return;
	await statement(db, async (tx) => {
		for (const { uid, holdId, wall, transactionId, releaseAtMs } of holds) {
			const row = { uid, holdId, wall, transactionId, releaseAtMs, outcome: null };
			await tx.insert('heldCredits', `${uid} ${holdId}`, row);
		}
	});
};

export const endHeldCredits: typeof real.endHeldCredits = async (db, ended) => {
	if (ended.length === 0) return;
	await statement(db, async (tx) => {
		for (const { uid, holdId, outcome } of ended) {
			await tx.update(
				'heldCredits',
				`${uid} ${holdId}`,
				() => true,
				() => ({ outcome }),
			);
		}
	});
};

export const selectDueHolds: typeof real.selectDueHolds = (db, nowMs, limit) =>
	statement(db, (tx) =>
		tx
			.all('heldCredits')
			.filter(({ outcome, releaseAtMs }) => outcome === null && releaseAtMs !== undefined && releaseAtMs <= nowMs)
			.sort((a, b) => (a.releaseAtMs ?? 0) - (b.releaseAtMs ?? 0))
			.slice(0, limit),
	);

export const selectUndecidedHolds: typeof real.selectUndecidedHolds = (db, uid) =>
	statement(db, (tx) => tx.all('heldCredits').filter((held) => held.uid === uid && held.outcome === null));
