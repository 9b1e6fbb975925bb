import { sql } from 'kysely';
import type { Database } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';

/** An alert that a channel knows of, as it was when it was told. */
export type Telling = { kind: string; raisedAt: Date; message: string };

export type ChannelState = { tries: number; failingSince: Date | null; wellToldAt: Date | null };

export async function selectChannel(db: Database, channel: string): Promise<ChannelState> {
	const row = await rowOf<ChannelState>(db)`
		select tries, failing_since as "failingSince", well_told_at as "wellToldAt" from alert_channels where channel = ${channel}
	`;
	return row ?? { tries: 0, failingSince: null, wellToldAt: null };
}

export function selectTellings(db: Database, channel: string): Promise<Telling[]> {
	return rowsOf<Telling>(db)`
		select kind, raised_at as "raisedAt", message from alert_tellings where channel = ${channel} order by raised_at, kind
	`;
}

export async function insertTelling(
	db: Database,
	channel: string,
	{ kind, raisedAt, message }: Telling,
): Promise<void> {
	await sql`
		insert into alert_tellings (channel, kind, raised_at, message) values (${channel}, ${kind}, ${raisedAt}, ${message})
		on conflict do nothing
	`.execute(db);
}

export async function deleteTelling(db: Database, channel: string, { kind, raisedAt }: Telling): Promise<void> {
	await sql`
		delete from alert_tellings where channel = ${channel} and kind = ${kind} and raised_at = ${raisedAt}
	`.execute(db);
}

export async function noteTaken(db: Database, channel: string, now: Date): Promise<void> {
	await sql`
		insert into alert_channels (channel, taken_at) values (${channel}, ${now})
		on conflict (channel) do update set taken_at = excluded.taken_at, tries = 0, failing_since = null, why = null
	`.execute(db);
}

export async function noteFailure(db: Database, channel: string, why: string, now: Date): Promise<void> {
	await sql`
		insert into alert_channels (channel, tries, failing_since, why) values (${channel}, 1, ${now}, ${why})
		on conflict (channel) do update set tries = alert_channels.tries + 1, why = excluded.why,
			failing_since = coalesce(alert_channels.failing_since, excluded.failing_since)
	`.execute(db);
}

export async function noteWellTold(db: Database, channel: string, now: Date): Promise<void> {
	await sql`update alert_channels set well_told_at = ${now} where channel = ${channel}`.execute(db);
}

/** Those that have not taken anything several times in a row, by their keys. */
export async function selectFailing(db: Database, triesMin: number): Promise<Map<string, string>> {
	const rows = await rowsOf<{ channel: string; why: string }>(db)`
		select channel, why from alert_channels where tries >= ${triesMin}
	`;
	return new Map(rows.map(({ channel, why }) => [channel, why]));
}
