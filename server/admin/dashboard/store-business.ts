import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import type { RobuxCents, UsdMicros } from '../../../contract/money.ts';
import { listBookedAccounts, listBookedWalls } from '../../ledger/booked-accounts.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';

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

export type Cohort = CallResult<'adminGetBusiness'>['cohorts'][number] & { countedAt: Date };

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
