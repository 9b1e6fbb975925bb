import type * as real from '../../../server/lib/pipeline.ts';
import { together } from '../../../server/lib/pipeline.ts';
import { sessionOf } from '../engine.ts';
import { Transaction } from '../transaction.ts';
import { retryLost } from './database.ts';

export * from '../../../server/lib/pipeline.ts';

export const inPipeline: typeof real.inPipeline = (db, work) => {
	const session = sessionOf(db);
	return retryLost(session, async () => {
		const tx = new Transaction(session);
		let isBegun = false;
		let committing: Promise<void> | undefined;
		const begin = tx.begin().then(() => {
			isBegun = true;
		});
		begin.catch(() => {});
		try {
			const result = await work(tx, async (...statements) => {
				if (!isBegun) throw new Error('what writes goes in a later turn than BEGIN');
				committing = tx.commit();
				const [answers] = await together(together(...statements), committing);
				return answers;
			});
			await begin;
			committing ??= tx.commit();
			await committing;
			return result;
		} catch (error) {
			throw tx.causeOf(error);
		} finally {
			await tx.rollback();
		}
	});
};
