import { sql } from 'kysely';
import type { Database } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';
import type { LocalDay } from '../../lib/local-day.ts';

const at = (ms: number) => new Date(ms).toISOString();

export async function selectVisitors(db: Database, days: readonly LocalDay[]): Promise<number[]> {
	const rows = await rowsOf<{ count: number }>(db)`
		select coalesce(sum(v.away_for[least(extract(epoch from v.starts_at - d.starts_at)::int / 900 + 1, 120)]), 0)::int as count
		from unnest(
			${days.map(({ startsMs }) => at(startsMs))}::timestamptz[], ${days.map(({ endsMs }) => at(endsMs))}::timestamptz[]
		) with ordinality as d (starts_at, ends_at, n)
		left join visits v on v.starts_at >= d.starts_at and v.starts_at < d.ends_at
		group by d.n order by d.n
	`;
	return rows.map(({ count }) => count);
}

export async function countLastHere(db: Database, fromMs: number, beforeMs?: number): Promise<number> {
	const row = await rowOf<{ count: number }>(db)`
		select count(*)::int as count from users
		where coalesce(last_access, '-infinity') >= ${at(fromMs)}
			${beforeMs === undefined ? sql`` : sql`and coalesce(last_access, '-infinity') < ${at(beforeMs)}`}
	`;
	return row?.count ?? 0;
}

export async function countUsersThereAre(db: Database): Promise<number> {
	const row = await rowOf<{ count: number }>(db)`
		with closed as materialized (
			select closed_at from wallets
			where closed_at is not null and closed_at >= (select until from figure_marks where name = 'users')
		)
		select m.value + (select count(*) from users where created_at >= m.until) - (select count(*) from closed) as count
		from figure_marks m where m.name = 'users'
	`;
	return row?.count ?? 0;
}

export async function markUsers(db: Database, untilMs: number): Promise<void> {
	await sql`
		with closed as materialized (select count(*) as count from wallets where closed_at < ${at(untilMs)})
		update figure_marks set until = ${at(untilMs)}, value =
			(select count(*) from users where created_at < ${at(untilMs)}) - (select count from closed)
		where name = 'users' and until < ${at(untilMs)}
	`.execute(db);
}
