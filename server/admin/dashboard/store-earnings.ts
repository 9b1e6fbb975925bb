import { sql } from 'kysely';
import type { UsdMicros } from '../../../contract/money.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';
import { wallsEver } from '../../offerwalls/booking/walls-ever.ts';
import type { EarningsSince } from './earnings-since.ts';

export type WallEarnings = { wall: string; micros: UsdMicros };

/** Whole days that are long over, quarters of an hour, single bookings: one statement, so of one moment. */
export async function selectEarnings(db: Database, { quartersFromMs, piece }: EarningsSince): Promise<WallEarnings[]> {
	const from = new Date(quartersFromMs).toISOString();
	return rowsOf<WallEarnings>(db)`
		with /*one*/recursive/*many buckets as materialized (select wall, starts_at, payout_micros from earnings_buckets),*/ mark as (
			select until, date_bin('1 day', ${from}::timestamptz - interval '1 ms', 'epoch') + interval '1 day' as first_day
			from figure_marks where name = 'earnings'
		), ${wallsEver}, parts as (
			select wall, payout_micros from earnings_days where day >= (select first_day from mark)
			union all
			select wall, before_days.micros from walls, mark, lateral (
				select sum(payout_micros) as micros from /*one*/earnings_buckets/*many buckets*/ b
				where b.wall = walls.wall and starts_at >= ${from} and starts_at < least(until, first_day)
			) before_days
			union all
			select wall, after_days.micros from walls, mark, lateral (
				select sum(payout_micros) as micros from /*one*/earnings_buckets/*many buckets*/ b
				where b.wall = walls.wall and starts_at >= greatest(until, ${from})
			) after_days
			${piece ? sql`union all ${bookings(piece)}` : sql``}
		)
		select wall, sum(payout_micros)::bigint as micros from parts where payout_micros is not null group by wall order by wall
	`;
}

function bookings({ fromMs, beforeMs, sign }: NonNullable<EarningsSince['piece']>) {
	return sql`
		select substr(case when t.debit like 'partner:%' then t.debit else t.credit end, 9), ${sign}::bigint * payout_micros
		from transfers t
		where at >= ${new Date(fromMs)} and at < ${new Date(beforeMs)} and payout_micros <> 0`;
}

/** Adds up earnings and shared accounts of the days before `untilMs`, a midnight in UTC, that are not yet. Nobody may write to them any more. */
export async function addEarningsDays(db: Database, untilMs: number): Promise<void> {
	await inTransaction(db, async (tx) => {
		const until = new Date(untilMs).toISOString();
		const { rows } = await sql<{ from: Date }>`
			select until as from from figure_marks where name = 'earnings' and until < ${until} for update
		`.execute(tx);
		const [mark] = rows;
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
		await sql`update figure_marks set until = ${until} where name = 'earnings'`.execute(tx);
	});
}
