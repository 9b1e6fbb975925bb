import { sql } from 'kysely';
import type { UsdMicros } from '../../../contract/money.ts';
import type { ReportDifference } from '../../../contract/offerwalls/reconciliation.ts';
import { type Database, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { LocalDay } from '../../lib/local-day.ts';
import type { ReportedDay, ReportTerms, Span } from './report.ts';

/** Null means that the default applies. */
export type StoredTerms = {
	zone: string | null;
	toleranceMicros: UsdMicros | null;
	tolerancePermille: number | null;
	fetchedAt: Date | null;
	problem: string | null;
};

const columns = sql`zone, tolerance_micros as "toleranceMicros", tolerance_permille as "tolerancePermille",
	asked_at as "fetchedAt", problem`;

export async function selectReportTerms(db: Database | Tx): Promise<Map<string, StoredTerms>> {
	const rows = await rowsOf<StoredTerms & { wall: string }>(db)`select wall, ${columns} from wall_reports`;
	return new Map(rows.map(({ wall, ...terms }) => [wall, terms]));
}

export async function lockReport(tx: Tx, wall: string): Promise<StoredTerms> {
	await sql`insert into wall_reports (wall) values (${wall}) on conflict (wall) do nothing`.execute(tx);
	return (await rowOf<StoredTerms>(tx)`
		select ${columns} from wall_reports where wall = ${wall} for no key update
	`) as StoredTerms;
}

export async function updateTerms(tx: Tx, wall: string, { zone, toleranceMicros, tolerancePermille }: ReportTerms) {
	await sql`
		update wall_reports set zone = ${zone}, tolerance_micros = ${toleranceMicros}, tolerance_permille = ${tolerancePermille}
		where wall = ${wall}
	`.execute(tx);
}

export async function updateFetched(tx: Tx, wall: string, at: Date, problem: string | null): Promise<void> {
	await sql`update wall_reports set asked_at = ${at}, problem = ${problem} where wall = ${wall}`.execute(tx);
}

type ReportOrigin = { source: 'api' | 'csv'; at: Date };

/** Requires {@link lockReport}. @returns the number of changed days. */
export async function insertReportedDays(
	tx: Tx,
	wall: string,
	days: readonly ReportedDay[],
	{ source, at }: ReportOrigin,
): Promise<number> {
	const rows = await rowsOf(tx)`
		insert into report_days (wall, day, told_at, micros, reconciled_micros, source)
		select ${wall}, d.day, greatest(${at}::timestamptz, before.told_at + interval '1 ms'), d.micros, d.reconciled, ${source}
		from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ micros }) => micros)}::bigint[],
			${days.map(({ reconciledMicros }) => reconciledMicros)}::bigint[]) as d (day, micros, reconciled)
		left join lateral (
			select told_at, micros, reconciled_micros as reconciled from report_days r
			where r.wall = ${wall} and r.day = d.day order by told_at desc limit 1
		) before on true
		where (before.micros, before.reconciled) is distinct from (d.micros, d.reconciled)
		returning day
	`;
	return rows.length;
}

/** Returns the latest value of each day. @param wall undefined selects all walls. */
export async function selectReportedDays(db: Database | Tx, { from, to }: Span, wall?: string) {
	const which = wall === undefined ? sql`true` : sql`wall = ${wall}`;
	return rowsOf<ReportedDay & { wall: string }>(db)`
		select distinct on (wall, day) wall, day::text, micros, reconciled_micros as "reconciledMicros"
		from report_days where ${which} and day >= ${from}::date and day <= ${to}::date
		order by wall, day, told_at desc
	`;
}

/** Returns our payouts in the order of `days`, which are consecutive. */
export async function selectOurs(db: Database | Tx, wall: string, days: readonly LocalDay[]): Promise<UsdMicros[]> {
	const starts = days.map(({ startsMs }) => new Date(startsMs).toISOString());
	const [first, last] = [days[0], days.at(-1)];
	if (!first || !last) return [];
	const rows = await rowsOf<{ n: number; micros: UsdMicros }>(db)`
		select width_bucket(starts_at, ${starts}::timestamptz[]) - 1 as n, sum(payout_micros)::bigint as micros
		from earnings_buckets
		where wall = ${wall} and starts_at >= ${new Date(first.startsMs)} and starts_at < ${new Date(last.endsMs)} group by 1
	`;
	const byDay = new Map(rows.map(({ n, micros }) => [n, micros]));
	return days.map((_, n) => byDay.get(n) ?? (0 as UsdMicros));
}

type Compared = { day: string; ours: UsdMicros; theirs: UsdMicros; differs: boolean };

/** Requires {@link lockReport}. Closes resolved differences. */
export async function keepDifferences(tx: Tx, wall: string, compared: readonly Compared[], now: Date): Promise<void> {
	const days = compared.map(({ day }) => day);
	const values = sql`unnest(${days}::date[], ${compared.map(({ ours }) => ours)}::bigint[],
		${compared.map(({ theirs }) => theirs)}::bigint[], ${compared.map(({ differs }) => differs)}::boolean[])
		as c (day, ours, theirs, differs)`;
	await sql`
		insert into report_differences as d (wall, day, ours_micros, theirs_micros, found_at, changed_at, state)
		select ${wall}, day, ours, theirs, ${now}, ${now}, 'open' from ${values} where differs
		on conflict (wall, day) do update set ours_micros = excluded.ours_micros, theirs_micros = excluded.theirs_micros,
			found_at = case d.state when 'open' then d.found_at else excluded.found_at end, changed_at = excluded.changed_at,
			state = 'open'
		where d.state = 'agreed' or (d.ours_micros, d.theirs_micros) <> (excluded.ours_micros, excluded.theirs_micros)
	`.execute(tx);
	await sql`
		update report_differences d set ours_micros = c.ours, theirs_micros = c.theirs, changed_at = ${now}, state = 'agreed'
		from ${values} where d.wall = ${wall} and d.day = c.day and not c.differs and d.state = 'open'
	`.execute(tx);
}

type OnWire = Pick<
	ReportDifference,
	'wall_id' | 'day' | 'ours_usd' | 'theirs_usd' | 'state' | 'found_at' | 'changed_at'
>;
export type Difference = InDates<OnWire, 'found_at' | 'changed_at'>;

export async function selectDifferences(db: Database, { from, to }: Span, limit: number): Promise<Difference[]> {
	return rowsOf<Difference>(db)`
		select wall as wall_id, day::text, ours_micros / 1e6::float8 as ours_usd, theirs_micros / 1e6::float8 as theirs_usd,
			state, found_at, changed_at
		from report_differences where day >= ${from}::date and day <= ${to}::date
		order by state <> 'open', report_differences.day desc, wall limit ${limit}
	`;
}

export function settleDifference(tx: Tx, { wall, day, now }: { wall: string; day: string; now: Date }) {
	return rowOf<{ ours: UsdMicros; theirs: UsdMicros }>(tx)`
		update report_differences set state = 'settled', changed_at = ${now}
		where wall = ${wall} and day = ${day}::date and state = 'open'
		returning ours_micros as ours, theirs_micros as theirs
	`;
}

export function selectReportHistory(db: Database, of: readonly { wall: string; day: string }[]) {
	return rowsOf<{ wall: string; day: string; at: Date; micros: UsdMicros; reconciledMicros: UsdMicros | null }>(db)`
		select wall, r.day::text, told_at as at, micros, reconciled_micros as "reconciledMicros"
		from report_days r join unnest(${of.map(({ wall }) => wall)}::text[], ${of.map(({ day }) => day)}::date[]) as o (wall, day)
			using (wall, day)
		order by told_at
	`;
}

export async function selectReportWorries(db: Database) {
	const open = await rowsOf<{ wall: string; days: number }>(db)`
		select wall, count(*)::int as days from report_differences where state = 'open' group by wall order by wall
	`;
	const failing = await rowsOf<{ wall: string; problem: string }>(db)`
		select wall, problem from wall_reports where problem is not null order by wall
	`;
	return { open, failing };
}

export async function countOrders(db: Database, { from, until }: { from: Date; until: Date }) {
	return (await rowOf(db)`
		with orders as materialized (
			select count(*)::int as ended, count(reconciled_at)::int as compared from withdrawals
			where state in ('completed', 'failed') and attempts > 0 and created_at >= ${from} and created_at < ${until}
		)
		select ended, compared, (
			select count(*)::int from payout_reviews
			where resolved_at is null and found_at >= ${from} and found_at < ${until}
		) as differences from orders
	`) as { ended: number; compared: number; differences: number };
}

type DayOfWall = { wall: string; starts: number; ends: number };

export async function countPostbacksOfDays(db: Database, days: readonly DayOfWall[]) {
	if (days.length === 0) return [];
	const rows = await rowsOf<{ n: number; outcome: string; count: number }>(db)`
		select d.n::int as n, c.outcome, count(*)::int as count
		from unnest(${days.map(({ wall }) => wall)}::text[],
			${days.map(({ starts }) => new Date(starts).toISOString())}::timestamptz[],
			${days.map(({ ends }) => new Date(ends).toISOString())}::timestamptz[]) with ordinality
			as d (wall, starts_at, ends_at, n)
		cross join lateral (
			select outcome from callbacks c where c.at >= d.starts_at and c.at < d.ends_at and c.wall = d.wall
		) c
		group by d.n, c.outcome order by d.n, c.outcome
	`;
	return days.map((_, n) => rows.filter((row) => row.n === n + 1));
}
