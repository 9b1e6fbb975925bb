import { sql } from 'kysely';
import { cellOf, cellsOf, type Database, rowsOf, type Tx } from '../../lib/db/database.ts';
import { BAND_STARTS, type Taken } from './payout-figures.ts';

const publishedDay = sql`body::jsonb #>> '{status,day}'`;
const hasEnded = sql`state in ('completed', 'failed')`;
const start = (day: string) => sql`(${day}::date::timestamp at time zone 'UTC')`;
const isOf = (day: string) => sql`updated_at >= ${start(day)} and updated_at < ${start(day)} + interval '24 hours'`;

export async function selectLastPublishedDay(db: Database | Tx): Promise<string | undefined> {
	return cellOf<string>(db)`
		select ${publishedDay} as day from proof_checkpoints where ${publishedDay} is not null order by ${publishedDay} desc limit 1
	`;
}

export async function selectFirstEnd(db: Database | Tx, after: string | undefined): Promise<Date | undefined> {
	const since = after === undefined ? sql`'-infinity'` : sql`${start(after)} + interval '24 hours'`;
	return cellOf<Date>(db)`
		select updated_at as at from withdrawals where ${hasEnded} and updated_at >= ${since} order by updated_at limit 1
	`;
}

export function selectTaken(db: Database | Tx, day: string): Promise<Taken[]> {
	return rowsOf<Taken>(db)`
		select width_bucket(amount, ${[...BAND_STARTS]}::bigint[]) - 1 as band,
			greatest(ceil(extract(epoch from updated_at - created_at)), 0)::float8 as seconds, count(*)::int as orders
		from withdrawals where ${hasEnded} and ${isOf(day)} and state = 'completed' group by 1, 2
	`;
}

export function selectRefunded(db: Database | Tx, day: string): Promise<{ reason: string | null; count: number }[]> {
	return rowsOf<{ reason: string | null; count: number }>(db)`
		select refusal as reason, count(*)::int as count
		from withdrawals where ${hasEnded} and ${isOf(day)} and state = 'failed' group by 1
	`;
}

export async function selectPublishedDays(db: Database, limit: number): Promise<string[]> {
	return cellsOf<string>(db)`
		select body from proof_checkpoints where ${publishedDay} is not null order by ${publishedDay} desc, n desc limit ${limit}
	`;
}
