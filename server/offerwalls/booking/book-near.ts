import { type Database, shardFinder } from '../../lib/db/database.ts';
import { BeyondShard, type Booking, bookEvents } from './book-events.ts';
import type { BookedEvent, EventItem } from './event-item.ts';

export type NearBooking = {
	/** Items of one group may be booked together. */
	groupOf(item: EventItem): Promise<number> | number;
	book(items: readonly EventItem[], booking: Booking): Promise<BookedEvent[]>;
};

/**
 * Books what only credits through the worker at which this node enters a spread database, and the rest through the coordinator.
 * @param workerDb undefined: all is booked through `db`.
 */
export function createNearBooking({ db, workerDb }: { db: Database; workerDb?: Database | undefined }): NearBooking {
	const shardOf = shardFinder(db);
	const isFar = ({ event }: EventItem) => !workerDb || event.kind === 'reversal';
	return {
		groupOf(item) {
			const shard = shardOf(item.event.uid);
			if (!workerDb || !isFar(item)) return shard;
			return typeof shard === 'number' ? -1 - shard : shard.then((found) => -1 - found);
		},
		book(items, booking) {
			if (!workerDb || items.some(isFar)) return bookEvents(db, items, booking);
			return bookEvents(workerDb, items, { ...booking, isOfShard: true }).catch((error) => {
				if (error instanceof BeyondShard) return bookEvents(db, items, booking);
				throw error;
			});
		},
	};
}
