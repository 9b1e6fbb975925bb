import type * as real from '../../../server/promotions/store.ts';
import { duplicateIn } from '../database-error.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/promotions/store.ts';

export const lockCode: typeof real.lockCode = (db, code) =>
	statement(db, (tx) => tx.select('promoCodes', code, () => true));

export const insertCode: typeof real.insertCode = (db, row) =>
	statement(db, async (tx) => {
		const kept = { ...row, uses: 0, closedAt: null };
		return (await tx.insert('promoCodes', row.code, kept)) ? kept : undefined;
	});

export const countUse: typeof real.countUse = (db, code) =>
	statement(db, async (tx) => {
		await tx.update(
			'promoCodes',
			code,
			() => true,
			({ uses }) => ({ uses: uses + 1 }),
		);
	});

export const countUsesOf: typeof real.countUsesOf = (db, { uid, code }) =>
	statement(db, (tx) => tx.all('promoRedemptions').filter((one) => one.uid === uid && one.code === code).length);

export const insertRedemption: typeof real.insertRedemption = (db, redemption) =>
	statement(db, async (tx) => {
		const { uid, code, use } = redemption;
		if (!(await tx.insert('promoRedemptions', `${uid} ${code} ${use}`, redemption))) {
			throw duplicateIn('promo_redemptions');
		}
	});
