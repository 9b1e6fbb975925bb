import { sql } from 'kysely';
import { type Database, rowOf, rowsOf } from '../../lib/db/database.ts';

type DeliveredAlert = { kind: string; raisedAt: Date; message: string };

/** Leases the channel. @returns its last daily report; undefined if another process has the lease. */
export function takeChannel(db: Database, channel: string, { now, until }: { now: Date; until: Date }) {
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

export async function insertDelivered(db: Database, channel: string, { kind, raisedAt, message }: DeliveredAlert) {
	await sql`
		insert into alert_tellings (channel, kind, raised_at, message) values (${channel}, ${kind}, ${raisedAt}, ${message})
		on conflict do nothing
	`.execute(db);
}

export async function deleteDelivered(db: Database, channel: string, { kind, raisedAt }: DeliveredAlert) {
	await sql`
		delete from alert_tellings where channel = ${channel} and kind = ${kind} and raised_at = ${raisedAt}
	`.execute(db);
}

export async function noteTaken(db: Database, channel: string): Promise<void> {
	await sql`update alert_channels set tries = 0, why = null where channel = ${channel}`.execute(db);
}

export async function noteFailure(db: Database, channel: string, reason: string): Promise<void> {
	await sql`update alert_channels set tries = tries + 1, why = ${reason} where channel = ${channel}`.execute(db);
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

/** Amounts are in R$ cents. */
export type WallPulse = {
	wall: string;
	/** Number of quarter-hours in the last two weeks in which the wall paid. */
	busyQuarters: number;
	longestPauseS: number;
	pauseS: number;
	paidOfDay: number;
	takenOfDay: number;
	paidBefore: number;
	takenBefore: number;
};

export function selectPulses(db: Database, walls: readonly string[], now: Date): Promise<WallPulse[]> {
	return rowsOf<WallPulse>(db)`
		with quarters as materialized (
			select substr(account, 9) as wall, starts_at, sum(debited) as debited, sum(credited) as credited from account_buckets
			where account = any(${walls.map((wall) => `partner:${wall}`)}::text[])
				and starts_at >= ${now}::timestamptz - interval '29 days'
			group by account, starts_at
		)
		select w.wall, coalesce(p.busy, 0)::int as "busyQuarters", coalesce(p.longest, 0)::float8 as "longestPauseS",
			coalesce(extract(epoch from ${now}::timestamptz - p.last), 0)::float8 as "pauseS",
			coalesce(m.paid_of_day, 0)::float8 as "paidOfDay", coalesce(m.taken_of_day, 0)::float8 as "takenOfDay",
			coalesce(m.paid_before, 0)::float8 as "paidBefore", coalesce(m.taken_before, 0)::float8 as "takenBefore"
		from unnest(${walls}::text[]) as w (wall)
		left join (
			select wall, count(*) as busy, max(pause) as longest, max(starts_at) as last from (
				select wall, starts_at,
					extract(epoch from starts_at - lag(starts_at) over (partition by wall order by starts_at)) as pause
				from quarters where debited > 0 and starts_at >= ${now}::timestamptz - interval '14 days'
			) pauses group by wall
		) p using (wall)
		left join (
			select wall, sum(debited) filter (where starts_at >= day) as paid_of_day,
				sum(credited) filter (where starts_at >= day) as taken_of_day,
				sum(debited) filter (where starts_at < day) as paid_before,
				sum(credited) filter (where starts_at < day) as taken_before
			from quarters, (select ${now}::timestamptz - interval '1 day' as day) d
			where starts_at >= day - interval '28 days' group by wall
		) m using (wall)
	`;
}

export async function countMails(db: Database, since: Date): Promise<{ failed: number; sent: number }> {
	const row = await rowOf<{ failed: number; sent: number }>(db)`
		select count(*) filter (where outcome = 'failed')::int as failed, count(*) filter (where outcome = 'done')::int as sent
		from log_entries where source = 'mail' and at >= ${since}
	`;
	return row ?? { failed: 0, sent: 0 };
}

type PlatformFailures = { what: string; failed: number; sinceMs: number; note: string | null };

export function selectPlatformFailures(db: Database, since: Date): Promise<PlatformFailures[]> {
	return rowsOf<PlatformFailures>(db)`
		with recent as (
			select id, at, what, outcome, note, max(id) filter (where outcome = 'done') over (partition by what) as done
			from log_entries where source = 'platform' and at >= ${since}
		)
		select what, count(*)::int as failed, (extract(epoch from min(at)) * 1000)::float8 as "sinceMs",
			(array_agg(note order by id desc))[1] as note
		from recent where outcome = 'failed' and id > coalesce(done, 0) group by what order by what
	`;
}
