import type * as real from '../../../server/offerwalls/store-chargebacks.ts';
import type { OfferwallSettings } from '../../../server/offerwalls/store-chargebacks.ts';
import { duplicateIn } from '../database-error.ts';
import { statement, type Transaction } from '../transaction.ts';

export * from '../../../server/offerwalls/store-chargebacks.ts';

const COUNTED_MAX = 100;

/** As an installation begins (db/migrations). */
const settings: OfferwallSettings = {
	chargebacksToBan: 3,
	pauseAbovePercent: null,
	pauseWindow: 50,
	holdAbove: null,
	holdAboveHours: 72,
};

export const selectSettings: typeof real.selectSettings = (db) => statement(db, () => settings);

const openOf = (tx: Transaction, uid: string) =>
	tx.all('chargebacks').filter((one) => one.uid === uid && !one.isForgiven);

export const insertChargebacks: typeof real.insertChargebacks = (db, chargebacks) =>
	statement(db, async (tx) => {
		const uids = [...new Set(chargebacks.map(({ uid }) => uid))];
		// One statement sees what was there before it.
		const counted = uids.map((uid) => {
			const user = tx.get('users', uid);
			return {
				uid,
				before: Math.min(openOf(tx, uid).length, COUNTED_MAX),
				added: chargebacks.filter((one) => one.uid === uid).length,
				isBannable: user !== undefined && user.bannedAt === null,
			};
		});
		for (const one of chargebacks) {
			const isNew = await tx.insert('chargebacks', `${one.uid} ${one.transferId}`, { ...one, isForgiven: false });
			if (!isNew) throw duplicateIn('chargebacks');
		}
		return counted;
	});

export const forgive: typeof real.forgive = (db, { uid }) =>
	statement(db, async (tx) => {
		for (const { transferId } of openOf(tx, uid)) {
			await tx.update(
				'chargebacks',
				`${uid} ${transferId}`,
				({ isForgiven }) => !isForgiven,
				() => ({ isForgiven: true }),
			);
		}
	});

export const countOpen: typeof real.countOpen = (db, uid) => statement(db, (tx) => openOf(tx, uid).length);
