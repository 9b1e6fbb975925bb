import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Log } from '../../lib/log.ts';
import { markFailing, markGap, markShipped } from '../store-backups.ts';
import { dropWaiting, listWaiting, type Shipping, shipWal } from './ship-wal.ts';
import { writeShippedNote } from './shipped-note.ts';

const SHIP_EVERY_MS = 5_000;
const NOTE_EVERY_MS = MINUTE_MS;
const WAITING_MAX = 256;

export type ShippingDeps = { db: Database; clock: Clock; log: Log; shipping: Shipping };

export async function shipUntil(deps: ShippingDeps, signal: AbortSignal): Promise<void> {
	const { db, clock, log, shipping } = deps;
	let notedMs = Number.NEGATIVE_INFINITY;
	while (!signal.aborted) {
		const now = new Date(clock.now());
		try {
			await shipOnce(deps);
			if (now.getTime() - notedMs >= NOTE_EVERY_MS) {
				notedMs = now.getTime();
				await writeShippedNote(db, shipping.store, shipping.site, now);
			}
		} catch (error) {
			log.error({ err: error }, "couldn't record the state of WAL shipping");
		}
		await sleep(SHIP_EVERY_MS, undefined, { signal }).catch(() => {});
	}
}

export async function shipOnce({ db, clock, log, shipping }: ShippingDeps, waitingMax = WAITING_MAX): Promise<void> {
	try {
		await shipWal(shipping, (segment) => markShipped(db, segment, new Date(clock.now())));
	} catch (error) {
		log.error({ err: error }, "couldn't ship WAL to the backup");
		if ((await listWaiting(shipping.dataFolder)).length > waitingMax) {
			// Marks the gap before deleting segments, or a crash in between would hide it.
			await markGap(db);
			await dropWaiting(shipping.dataFolder);
		}
		await markFailing(db, (error as Error).message, new Date(clock.now()));
	}
}
