import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import type { UsdMicros } from '../../../contract/money.ts';
import { addAccountsOfDays, listBookedWalls, selectDaysEnd } from '../../ledger/booked-accounts.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';
import type { EarningsSince } from './earnings-since.ts';

export type WallEarnings = { wall: string; micros: UsdMicros };

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
