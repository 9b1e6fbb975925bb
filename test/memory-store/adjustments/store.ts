import { asRobuxCents } from '../../../contract/money.ts';
import type * as real from '../../../server/adjustments/store.ts';
import { duplicateIn } from '../database-error.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/adjustments/store.ts';

/** As an installation begins (db/migrations). */
const settings = { approvalAbove: asRobuxCents(100_000), expiresAfterHours: 72 };

export const selectAdjustmentSettings: typeof real.selectAdjustmentSettings = (db) => statement(db, () => settings);

export const selectAdjustment: typeof real.selectAdjustment = (db, { uid, id }) =>
	statement(db, (tx) => tx.select('adjustments', `${uid} ${id}`, () => true));

export const insertAdjustment: typeof real.insertAdjustment = (db, row) =>
	statement(db, async (tx) => {
		if (!(await tx.insert('adjustments', `${row.uid} ${row.id}`, row))) throw duplicateIn('adjustments');
	});

export const updateDecision: typeof real.updateDecision = (db, { uid, id, state, decidedBy, decidedAt }) =>
	statement(db, async (tx) => {
		await tx.update(
			'adjustments',
			`${uid} ${id}`,
			(kept) => kept.state === 'waiting',
			() => ({ state, decidedBy, decidedAt }),
		);
	});

export const sumBookedAlone: typeof real.sumBookedAlone = (db, by, since) =>
	statement(db, (tx) =>
		tx
			.all('adjustments')
			.filter(({ proposedBy, proposedAt, state, decidedBy }) => {
				return proposedBy === by && proposedAt > since && state === 'booked' && decidedBy === by;
			})
			.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
	);
