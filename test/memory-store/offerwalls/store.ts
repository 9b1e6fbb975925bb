import { asUsdMicros } from '../../../contract/money.ts';
import { LostRace } from '../../../server/lib/database.ts';
import type * as real from '../../../server/offerwalls/store.ts';
import { type BookedCredit, type CreditKey, creditReference } from '../../../server/offerwalls/store.ts';
import type { Tables } from '../tables.ts';
import { statement, type Transaction } from '../transaction.ts';

export * from '../../../server/offerwalls/store.ts';

const keyOf = ({ uid, wall, transactionId }: { uid: string; wall: string; transactionId: string }) =>
	`${uid} ${wall} ${transactionId}`;

export const selectWaitingReversals: typeof real.selectWaitingReversals = async (db, uids) => {
	if (uids.length === 0) return [];
	return statement(db, (tx) => tx.all('waitingReversals').filter(({ uid }) => uids.includes(uid)));
};

export const insertWaitingReversals: typeof real.insertWaitingReversals = async (db, reversals) => {
	if (reversals.length === 0) return;
	await statement(db, async (tx) => {
		for (const reversal of reversals) await tx.insert('waitingReversals', keyOf(reversal), { ...reversal });
	});
};

export const deleteWaitingReversals: typeof real.deleteWaitingReversals = async (db, reversals) => {
	if (reversals.length === 0) return;
	await statement(db, async (tx) => {
		for (const reversal of reversals) {
			await tx.lock('waitingReversals', keyOf(reversal));
			tx.delete('waitingReversals', keyOf(reversal));
		}
	});
};

export const selectCutOtherwise: typeof real.selectCutOtherwise = async (db, signed) => {
	if (signed.length === 0) return new Set();
	return statement(db, (tx) => {
		const transfers = tx.all('transfers');
		const isCutOtherwise = ({ uid, signedText: { text, cut } }: (typeof signed)[number]) =>
			transfers.some(
				({ uid: of, memo }) => of === uid && memo?.signedText?.text === text && memo.signedText.cut !== cut,
			);
		return new Set(signed.flatMap((one, position) => (isCutOtherwise(one) ? [position] : [])));
	});
};

export const selectOwners: typeof real.selectOwners = async (db, keys) => {
	if (keys.length === 0) return new Map();
	return statement(
		db,
		(tx) =>
			new Map(
				keys.flatMap((key) => {
					const owner = tx.get('wallTransactions', key);
					return owner ? [[key, owner.uid] as const] : [];
				}),
			),
	);
};

export const insertClaims: typeof real.insertClaims = async (db, claims) => {
	if (claims.length === 0) return;
	await statement(db, async (tx) => {
		for (const { key, uid } of claims) {
			const isNew = await tx.insert('wallTransactions', key, { uid });
			if (!isNew) throw new LostRace('a transaction was claimed by somebody else meanwhile');
		}
	});
};

export const selectCredits: typeof real.selectCredits = async (db, keys) => {
	if (keys.length === 0) return [];
	return statement(db, (tx) => keys.map((key) => findCredit(tx, key)));
};

/** By what a reversal points back with, else by its own transaction; of several, one that still stands comes first. */
function findCredit(
	tx: Transaction,
	{ uid, wall, transactionId, link, pendingId }: CreditKey,
): BookedCredit | undefined {
	const linked =
		link === undefined ? [] : tx.all('transfers').filter((one) => one.uid === uid && one.memo?.link === link);
	const named = (id = '') =>
		[tx.get('transfers', `${uid} ${creditReference(wall, id)}`)].filter((one) => one !== undefined);
	for (const transfers of [linked, named(transactionId), named(pendingId)]) {
		const credits = transfers.filter((one) => isCreditOf(wall, one)).map((one) => toBooked(tx, one));
		const found = credits.find(({ takenBackId }) => takenBackId === null) ?? credits[0];
		if (found) return found;
	}
	return undefined;
}

function isCreditOf(wall: string, { kind, debit, memo }: Tables['transfers']): boolean {
	return (kind === 'credit' || kind === 'credit-hold') && debit === `partner:${wall}` && memo !== undefined;
}

function toBooked(tx: Transaction, { id, kind, uid, amount, reference, memo }: Tables['transfers']): BookedCredit {
	const stem = reference.slice(0, -'credit'.length);
	const following = (what: string) => tx.get('transfers', `${uid} ${stem}${what}`);
	const isHold = kind === 'credit-hold';
	return {
		transferId: id,
		kind: isHold ? 'credit-hold' : 'credit',
		amount,
		payoutMicros: memo?.payoutMicros ?? asUsdMicros(0),
		offerId: memo?.offerId ?? null,
		offerName: memo?.offerName ?? null,
		isBonus: memo?.isBonus === true,
		transactionId: stem.slice(stem.indexOf('/', 'offer/'.length) + 1, -'/'.length),
		takenBackId: following('reversal')?.id ?? (isHold ? following('cancel')?.id : undefined) ?? null,
		isReleased: isHold && following('release') !== undefined,
		isRejected: isHold && tx.get('heldCredits', `${uid} ${id}`)?.outcome === 'cancelled',
	};
}

/** The log of callbacks is not kept. */
export const insertCallbacks: typeof real.insertCallbacks = (db) => statement(db, () => undefined);
