import type * as real from '../../../server/withdrawals/store.ts';
import { duplicateIn } from '../database-error.ts';
import { statement } from '../transaction.ts';
import { asOpen, isOpen, keyOf, ofUser } from './rows.ts';

export * from '../../../server/withdrawals/store.ts';

export const insertWithdrawal: typeof real.insertWithdrawal = (db, row) =>
	statement(db, async (tx) => {
		const others = ofUser(tx, row.uid);
		const isRepeated = others.some(({ requestId }) => requestId !== null && requestId === row.requestId);
		if (isRepeated || others.some(isOpen)) throw duplicateIn('withdrawals');
		const isNew = await tx.insert('withdrawals', keyOf(row), {
			...row,
			state: 'requested',
			attempts: 0,
			firstSentAt: null,
			lastSentAt: null,
			resentAt: null,
			isAcknowledged: false,
			asks: 0,
			leaseUntil: null,
			fence: 0,
			refusal: null,
			nextAskAt: row.createdAt,
			vendorStatus: null,
			updatedAt: row.createdAt,
			isReconciled: false,
		});
		if (!isNew) throw duplicateIn('withdrawals');
	});

export const selectOpen: typeof real.selectOpen = (db, uid) =>
	statement(db, (tx) => asOpen(ofUser(tx, uid).find(isOpen)));
