import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import type { Log } from '../../lib/log.ts';
import { addEvents } from '../../lib/outbox.ts';
import { replaceAlerts } from '../../withdrawals/safety/store-safety.ts';

export type WatchDeps = { db: Database; clock: Clock; log: Log; listAlerts: () => Promise<Alert[]> };

export async function watchAlerts({ db, clock, log, listAlerts }: WatchDeps): Promise<void> {
	const found = (await listAlerts()).map(({ kind, message }) => ({ kind, message: withoutPersons(message) }));
	const atMs = clock.now();
	const fresh = await inTransaction(db, async (tx) => {
		const changed = await replaceAlerts(tx, found, new Date(atMs));
		const eventOf =
			(type: 'alert.firing' | 'alert.over') =>
			({ kind: alert, message }: Alert) => ({ type, atMs, data: { alert, message } });
		await addEvents(tx, [...changed.over.map(eventOf('alert.over')), ...changed.fresh.map(eventOf('alert.firing'))]);
		return changed.fresh;
	});
	for (const { kind, message } of fresh) log.error({ alert: kind }, message);
}

const PERSONS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[^\s@:;,<>()]+@[^\s@:;,<>()]+\.\w+/gi;

/** Removes ids and addresses, because channels are external servers. */
function withoutPersons(message: string): string {
	return message.replaceAll(PERSONS, '…');
}
