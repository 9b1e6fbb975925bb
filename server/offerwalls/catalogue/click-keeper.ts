import type { Database } from '../../lib/db/database.ts';
import { createBatcher } from '../../lib/jobs/batcher.ts';
import { ROW_BATCHING } from '../postbacks/postback-log.ts';
import { type Click, insertClicks } from './store-clicks.ts';

export type ClickKeeper = ReturnType<typeof createClickKeeper>;

export function createClickKeeper({ db }: { db: Database }) {
	const clicks = createBatcher<Click, void>({
		async write(items) {
			await insertClicks(db, items);
			return items.map(() => undefined);
		},
		...ROW_BATCHING,
		paceMs: 5,
	});
	return {
		/** Resolves on commit. @throws Overloaded if the queue is full. */
		keep: clicks.add,
		drain: clicks.drain,
	};
}
