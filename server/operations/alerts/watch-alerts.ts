import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import type { Log } from '../../lib/log.ts';
import { replaceAlerts } from '../../withdrawals/safety/store-alerts.ts';

export type WatchDeps = {
	db: Database;
	clock: Clock;
	log: Log;
	listAlerts: () => Promise<Alert[]>;
};

export async function watchAlerts({ db, clock, log, listAlerts }: WatchDeps): Promise<void> {
	const found = (await listAlerts()).map(({ kind, message }) => ({ kind, message: withoutPersons(message) }));
	const fresh = await replaceAlerts(db, found, new Date(clock.now()));
	for (const { kind, message } of fresh) log.error({ alert: kind }, message);
}

const PERSONS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[^\s@:;,<>()]+@[^\s@:;,<>()]+\.\w+/gi;

/** Removes ids and addresses, because channels are external servers. */
function withoutPersons(message: string): string {
	return message.replaceAll(PERSONS, '…');
}
