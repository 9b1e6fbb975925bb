import type * as real from '../../../server/offerwalls/store-held.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/offerwalls/store-held.ts';

export const insertHeldCredit: typeof real.insertHeldCredit = (db, held, releaseAtMs) =>
	statement(db, async (tx) => {
		await tx.insert('heldCredits', `${held.uid} ${held.holdId}`, { ...held, releaseAtMs, outcome: null });
	});

export const endHeldCredit: typeof real.endHeldCredit = (db, { uid, holdId, outcome }) =>
	statement(db, async (tx) => {
		await tx.update(
			'heldCredits',
			`${uid} ${holdId}`,
			() => true,
			() => ({ outcome }),
		);
	});

export const selectHeldOutcome: typeof real.selectHeldOutcome = (db, uid, holdId) =>
	statement(db, (tx) => tx.get('heldCredits', `${uid} ${holdId}`)?.outcome);

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
