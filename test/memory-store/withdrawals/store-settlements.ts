import type * as real from '../../../server/withdrawals/store-settlements.ts';
import type { SettlementRow } from '../../../server/withdrawals/store-settlements.ts';
import { statement, type Transaction } from '../transaction.ts';
import { isOpen } from './rows.ts';

export * from '../../../server/withdrawals/store-settlements.ts';

export const selectSettlement: typeof real.selectSettlement = (db, id) =>
	statement(db, (tx) => {
		const row = tx.get('settlements', id);
		return row && asSeen(tx, row);
	});

export const selectSettlementsOf: typeof real.selectSettlementsOf = (db, orderId) =>
	statement(db, (tx) =>
		tx
			.all('settlements')
			.filter((row) => row.orderId === orderId)
			.map((row) => asSeen(tx, row)),
	);

export const insertSettlement: typeof real.insertSettlement = (db, row) =>
	statement(db, async (tx) => {
		const others = tx.all('settlements');
		const isWaiting = others.some(({ orderId, state }) => orderId === row.orderId && state === 'waiting');
		if (isWaiting || others.some((other) => hasProof(other, row.proof))) return false;
		return tx.insert('settlements', row.id, { ...row, state: 'waiting', decidedBy: null, decidedAt: null });
	});

/** Nobody pays by hand here. */
export const isProofUsed: typeof real.isProofUsed = (db, proof) =>
	statement(db, (tx) => tx.all('settlements').some((row) => hasProof(row, proof)));

export const updateSettlement: typeof real.updateSettlement = (db, { id, ...decision }) =>
	statement(db, async (tx) => {
		const row = await tx.update(
			'settlements',
			id,
			({ state }) => state === 'waiting',
			() => decision,
		);
		return row !== undefined;
	});

function hasProof({ proof, state }: SettlementRow, wanted: string | null): boolean {
	return proof !== null && proof === wanted && (state === 'waiting' || state === 'settled');
}

function asSeen(tx: Transaction, row: SettlementRow): SettlementRow {
	const order = tx.all('withdrawals').find(({ orderId }) => orderId === row.orderId);
	return row.state === 'waiting' && order && !isOpen(order) ? { ...row, state: 'overtaken' } : row;
}
