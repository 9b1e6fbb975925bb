import type * as real from '../../../server/lib/database.ts';
import { LostRace, sqlState } from '../../../server/lib/database.ts';
import { type Session, sessionOf } from '../engine.ts';
import { Transaction } from '../transaction.ts';

export * from '../../../server/lib/database.ts';

const TIMES_TO_TRY = 5;
const RETRYABLE_CODES = new Set(['40001', '40P01']);

export const inTransaction: typeof real.inTransaction = (db, work) => {
	const session = sessionOf(db);
	return retryLost(session, async () => {
		const tx = new Transaction(session);
		try {
			await tx.begin();
			const result = await work(tx);
			await tx.commit();
			return result;
		} finally {
			await tx.rollback();
		}
	});
};

/** As the product does, but for the pause, which is a turn here. */
export async function retryLost<Result>({ engine }: Session, transaction: () => Promise<Result>): Promise<Result> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await transaction();
		} catch (error) {
			const isRetryable = error instanceof LostRace || RETRYABLE_CODES.has(sqlState(error) ?? '');
			if (attempt >= TIMES_TO_TRY || !isRetryable) throw error;
			await engine.turns.take();
		}
	}
}
