import { sql } from 'kysely';
import type { Database } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';

export type DeliveredAlert = { kind: string; raisedAt: Date; message: string };

/** Leases the channel. @returns its last daily report; undefined if another process has the lease. */
export function takeChannel(
	db: Database,
	channel: string,
	{ now, until }: { now: Date; until: Date },
): Promise<{ dailySentAt: Date | null } | undefined> {
	return rowOf<{ dailySentAt: Date | null }>(db)`
		insert into alert_channels (channel, busy_until) values (${channel}, ${until})
		on conflict (channel) do update set busy_until = excluded.busy_until
			where alert_channels.busy_until is null or alert_channels.busy_until <= ${now}
		returning well_told_at as "dailySentAt"
	`;
}

export async function leaveChannel(db: Database, channel: string): Promise<void> {
	await sql`update alert_channels set busy_until = null where channel = ${channel}`.execute(db);
}

export function selectDelivered(db: Database, channel: string): Promise<DeliveredAlert[]> {
	return rowsOf<DeliveredAlert>(db)`
		select kind, raised_at as "raisedAt", message from alert_tellings where channel = ${channel} order by raised_at, kind
	`;
}

export async function insertDelivered(
	db: Database,
	channel: string,
	{ kind, raisedAt, message }: DeliveredAlert,
): Promise<void> {
	await sql`
		insert into alert_tellings (channel, kind, raised_at, message) values (${channel}, ${kind}, ${raisedAt}, ${message})
		on conflict do nothing
	`.execute(db);
}

export async function deleteDelivered(
	db: Database,
	channel: string,
	{ kind, raisedAt }: DeliveredAlert,
): Promise<void> {
	await sql`
		delete from alert_tellings where channel = ${channel} and kind = ${kind} and raised_at = ${raisedAt}
	`.execute(db);
}

export async function noteTaken(db: Database, channel: string, now: Date): Promise<void> {
	await sql`
		update alert_channels set taken_at = ${now}, tries = 0, failing_since = null, why = null where channel = ${channel}
	`.execute(db);
}

export async function noteFailure(db: Database, channel: string, reason: string, now: Date): Promise<void> {
	await sql`
		update alert_channels set tries = tries + 1, why = ${reason}, failing_since = coalesce(failing_since, ${now})
		where channel = ${channel}
	`.execute(db);
}

export async function noteDailySent(db: Database, channel: string, now: Date): Promise<void> {
	await sql`update alert_channels set well_told_at = ${now} where channel = ${channel}`.execute(db);
}

export async function selectFailing(db: Database, triesMin: number): Promise<Map<string, string>> {
	const rows = await rowsOf<{ channel: string; why: string }>(db)`
		select channel, why from alert_channels where tries >= ${triesMin}
	`;
	return new Map(rows.map(({ channel, why }) => [channel, why]));
}
