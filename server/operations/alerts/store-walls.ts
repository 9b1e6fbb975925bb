import type { Database } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';

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

export type PlatformFailures = { what: string; failed: number; sinceMs: number; note: string | null };

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
