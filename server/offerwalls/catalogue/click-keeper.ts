import { type Database, outcomeIfUnavailable, sqlState } from '../../lib/db/database.ts';
import { createBatcher } from '../../lib/jobs/batcher.ts';
import { type Click, insertClicks } from './store-clicks.ts';

export type ClickKeeper = ReturnType<typeof createClickKeeper>;

const BATCHING = {
	batchSizeMax: 500,
	batchesMax: 1,
	alongsideFrom: 1,
	paceMs: 5,
	queueLengthMax: 5_000,
	sourceLengthMax: 2_500,
	waitMsMax: 2_500,
};

export function createClickKeeper({ db }: { db: Database }) {
	const clicks = createBatcher<Click, void>({
		async write(items) {
			await insertClicks(db, items);
			return items.map(() => undefined);
		},
		...BATCHING,
		sourceOf: ({ wall }) => wall,
		isItemsFault: (error) => error instanceof RangeError || /^2[23]/.test(sqlState(error) ?? ''),
		isEverybodys: (error) => outcomeIfUnavailable(error) !== undefined,
	});
	return {
		/** Resolves on commit. @throws Overloaded if the queue is full. */
		keep: clicks.add,
		drain: clicks.drain,
	};
}
