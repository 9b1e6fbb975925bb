import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { RobuxCents, UsdMicros } from '../../../contract/money.ts';
import { addAccountsOfDays, listBookedAccounts, listBookedWalls, selectDaysEnd } from '../../ledger/booked-accounts.ts';
import type { Rule } from '../../ledger/check-ledger.ts';
import { cellsOf, type Database, inTransaction, rowOf, rowsOf } from '../../lib/db/database.ts';
import type { LocalDay } from '../../lib/local-day.ts';
import { claimKind } from '../../offerwalls/claims/store-claims.ts';
import { threadKind } from '../../tickets/messages/store-messages.ts';

/** `n` is the index of the day, from 0. */
export type EarnedOnDay = { n: number; wall: string; micros: UsdMicros };
export type MovedOnDay = { n: number; account: string; debited: RobuxCents; credited: RobuxCents };

/** @param starts start of each day, then the end of the last one, in ms since the epoch. */
export async function selectEarnedByDay(db: Database, starts: readonly number[]): Promise<EarnedOnDay[]> {
	const { days, from, until } = bounds(starts);
	const walls = await listBookedWalls(db);
	return rowsOf<EarnedOnDay>(db)`
		select wall, width_bucket(starts_at, ${days}::timestamptz[]) - 1 as n, sum(payout_micros)::bigint as micros
		from earnings_buckets where wall = any (${walls}::text[]) and starts_at >= ${from} and starts_at < ${until}
		group by 1, 2
	`;
}

export async function selectMovedByDay(db: Database, starts: readonly number[]): Promise<MovedOnDay[]> {
	const { days, from, until } = bounds(starts);
	const accounts = [...(await listBookedAccounts(db, 'partner')), 'payouts:paid', 'house:boosts', 'house:losses'];
	return rowsOf<MovedOnDay>(db)`
		select account, width_bucket(starts_at, ${days}::timestamptz[]) - 1 as n, sum(debited)::bigint as debited,
			sum(credited)::bigint as credited
		from account_buckets where account = any (${accounts}::text[]) and starts_at >= ${from} and starts_at < ${until}
		group by 1, 2
	`;
}

function bounds(starts: readonly number[]) {
	const days = starts.map((ms) => new Date(ms).toISOString());
	return { days: days.slice(0, -1), from: days[0], until: days.at(-1) };
}

type Cohort = CallResult<'adminGetBusiness'>['cohorts'][number] & { countedAt: Date };

export async function selectCohorts(db: Database): Promise<Cohort[]> {
	return rowsOf<Cohort>(db)`
		select to_char(month, 'YYYY-MM') as month, users, earners, paid, paid_in_30_days as "paidIn30Days",
			counted_at as "countedAt"
		from sign_up_cohorts order by month
	`;
}

/** Includes deleted accounts. */
export async function countCohortsAnew(db: Database, atMs: number): Promise<void> {
	await inTransaction(db, async (tx) => {
		// The query exceeds the time limit of requests, and sorts in memory.
		await sql`set local statement_timeout = '10min'`.execute(tx);
		await sql`set local work_mem = '64MB'`.execute(tx);
		await sql`
			insert into sign_up_cohorts (month, users, earners, paid, paid_in_30_days, counted_at)
			select date_trunc('month', u.created_at at time zone 'UTC')::date, count(*), count(*) filter (where w.earned > 0),
				count(first_paid), count(*) filter (where first_paid < u.created_at + interval '30 days'), ${new Date(atMs)}
			from users u left join wallets w using (uid) left join (
				select uid, min(updated_at) as first_paid from withdrawals where state = 'completed' group by uid
			) p using (uid)
			group by 1
			on conflict (month) do update set users = excluded.users, earners = excluded.earners, paid = excluded.paid,
				paid_in_30_days = excluded.paid_in_30_days, counted_at = excluded.counted_at
		`.execute(tx);
	});
}

type WaitingInDatabase = Omit<CallResult<'adminGetWaitingWork'>, 'offerwalls'>;

export async function countWaitingWork(
	db: Database,
	{ asker, now, most }: { asker: string; now: Date; most: number },
): Promise<WaitingInDatabase> {
	const upTo = sql`limit ${most}::int`;
	const row = await rowOf<WaitingInDatabase>(db)`
		select
			(select count(*)::int from (
				select 1 as one from adjustments
				where state = 'waiting' and expires_at > ${now} and proposed_by <> ${asker} and uid <> ${asker} ${upTo}
			) a) as adjustments,
			(select count(*)::int from (
				select 1 as one from payout_settlements s join withdrawals w on w.order_id = s.order_id and w.uid = s.uid
				where s.state = 'waiting' and s.proposed_by <> ${asker} and s.uid <> ${asker}
					and w.state not in ('completed', 'failed') ${upTo}
			) s) as settlements,
			(select count(*)::int from (
				select 1 as one from proposals
				where kind = 'call' and state = 'waiting' and expires_at > ${now} and proposed_by <> ${asker}
					and uid is distinct from ${asker} ${upTo}
			) p) as proposals,
			(select count(*)::int from (select 1 as one from withdrawals where state = 'needs-review' ${upTo}) w) as withdrawals,
			(
				select count(*)::int from (
					select 1 as one from screenings where ended_at is null and needs_person and uid <> ${asker} ${upTo}
				) h
			) as screenings,
			(select count(*)::int from (select 1 as one from manual_payouts where state = 'waiting' ${upTo}) m) as manual_payouts,
			(select count(*)::int from (select 1 as one from payout_reviews where resolved_at is null ${upTo}) d) as differences,
			(
				select count(*)::int from (select 1 as one from report_differences where state = 'open' ${upTo}) r
			) as report_differences,
			(select count(*)::int from (
				select 1 as one from hidden_offers where hidden_at > ${now}::timestamptz - interval '7 days' and reason <> 'staff'
					and shown_at is null ${upTo}
			) o) as hidden_offers,
			(select count(*)::int from (select 1 as one from fraud_cases where state = 'open' ${upTo}) f) as fraud_cases,
			(select count(*)::int from (
				select 1 as one from claims where ${claimKind.isWaiting} and uid <> ${asker} ${upTo}
			) c) as claims,
			(select count(*)::int from (select 1 as one from threads where ${threadKind.isWaiting} and uid <> ${asker} ${upTo}) t) as threads,
			least(${most}::int, (select count(*)::int from (
				select 1 as one from imported_history
				where kind = 'withdrawal' and status = 'requested' and not settled and uid <> ${asker} ${upTo}
			) i) + (select count(*)::int from imported_accounts where missing > settled and uid <> ${asker})) as imported
	`;
	return row as WaitingInDatabase;
}

/** The sum since a time is that of whole quarter-hours, plus or minus the bookings of `piece`. Times are in ms. */
export type EarningsSince = {
	quartersFromMs: number;
	piece: { fromMs: number; beforeMs: number; sign: 1 | -1 } | undefined;
};

type WallEarnings = { wall: string; micros: UsdMicros };

export async function selectEarnings(db: Database, { quartersFromMs, piece }: EarningsSince): Promise<WallEarnings[]> {
	const walls = await listBookedWalls(db);
	const from = new Date(quartersFromMs);
	const firstDay = new Date(Math.ceil(quartersFromMs / DAY_MS) * DAY_MS);
	const daysEnd = await selectDaysEnd(db);
	const quarters = sql`select wall, payout_micros from earnings_buckets where wall = any (${walls}::text[])`;
	return rowsOf<WallEarnings>(db)`
		select wall, sum(payout_micros)::bigint as micros from (
			select wall, payout_micros from earnings_days where day >= ${firstDay} and day < ${daysEnd}
			union all
			${quarters} and starts_at >= ${from} and starts_at < least(${daysEnd}::timestamptz, ${firstDay}::timestamptz)
			union all
			${quarters} and starts_at >= greatest(${daysEnd}::timestamptz, ${from}::timestamptz)
			${piece ? sql`union all ${bookings(piece)}` : sql``}
		) parts group by wall order by wall
	`;
}

function bookings({ fromMs, beforeMs, sign }: NonNullable<EarningsSince['piece']>) {
	return sql`
		select substr(case when t.debit like 'partner:%' then t.debit else t.credit end, 9), ${sign}::bigint * payout_micros
		from transfers t
		where at >= ${new Date(fromMs)} and at < ${new Date(beforeMs)} and payout_micros <> 0`;
}

/** @param untilMs midnight UTC; earlier days must be final. */
export async function addEarningsDays(db: Database, untilMs: number): Promise<void> {
	await inTransaction(db, async (tx) => {
		const until = new Date(untilMs).toISOString();
		const mark = await rowOf<{ from: Date }>(tx)`
			select until as from from figure_marks where name = 'earnings' and until < ${until} for update
		`;
		if (!mark) return;
		await sql`
			insert into earnings_days (wall, day, payout_micros)
			select wall, date_bin('1 day', starts_at, 'epoch'), sum(payout_micros) from earnings_buckets
			where starts_at >= ${mark.from} and starts_at < ${until} group by 1, 2
		`.execute(tx);
		await sql`
			insert into account_days (account, day, debited, credited)
			select account, date_bin('1 day', starts_at, 'epoch'), sum(debited), sum(credited) from account_buckets
			where starts_at >= ${mark.from} and starts_at < ${until} group by 1, 2
		`.execute(tx);
		await addAccountsOfDays(tx, mark.from);
		await sql`update figure_marks set until = ${until} where name = 'earnings'`.execute(tx);
	});
}

const at = (ms: number) => new Date(ms).toISOString();

export async function selectVisitors(db: Database, days: readonly LocalDay[]): Promise<number[]> {
	return cellsOf<number>(db)`
		select coalesce(sum(v.away_for[least(extract(epoch from v.starts_at - d.starts_at)::int / 900 + 1, 120)]), 0)::int as count
		from unnest(
			${days.map(({ startsMs }) => at(startsMs))}::timestamptz[], ${days.map(({ endsMs }) => at(endsMs))}::timestamptz[]
		) with ordinality as d (starts_at, ends_at, n)
		left join visits v on v.starts_at >= d.starts_at and v.starts_at < d.ends_at
		group by d.n order by d.n
	`;
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

export const figureRules: Rule[] = [
	{
		rule: 'daily earnings equal the sum of their quarter hours',
		violations: sql`
			select wall || ' on ' || day || ': ' || coalesce(d.payout_micros, 0) || ' kept, ' || coalesce(b.micros, 0) || ' in quarters'
				as detail
			from earnings_days d full join (
				select wall, date_bin('1 day', starts_at, 'epoch') as day, sum(payout_micros) as micros
				from earnings_buckets where starts_at < (select until from figure_marks where name = 'earnings') group by 1, 2
			) b using (wall, day)
			where d.payout_micros is distinct from b.micros`,
	},
	{
		rule: 'daily shared accounts equal the sum of their quarter hours',
		violations: sql`
			select account || ' on ' || day as detail
			from account_days d full join (
				select account, date_bin('1 day', starts_at, 'epoch') as day, sum(debited) as debited, sum(credited) as credited
				from account_buckets where starts_at < (select until from figure_marks where name = 'earnings') group by 1, 2
			) b using (account, day)
			where (d.debited, d.credited) is distinct from (b.debited, b.credited)`,
	},
];
