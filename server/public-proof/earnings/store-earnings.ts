import { sql } from 'kysely';
import type { Earnings, EarningsCell } from '../../../contract/proof/earnings.ts';
import { cellOf, type Database, rowsOf, type Tx } from '../../lib/db/database.ts';

export type Month = { from: Date; to: Date };
type Joined = { uid: string; at: Date; place: string; country: string | null };

const isOf = ({ from, to }: Month) => sql`u.created_at >= ${from} and u.created_at < ${to}`;
const dayOf = ({ from }: Month) => sql`${from.toISOString().slice(0, 10)}::date`;
/** Accounts of another site joined there, and their payments there are not in the books. */
const isOurs = sql`not exists (select 1 from imported_accounts i where i.uid = u.uid)`;

export function selectFirstJoined(db: Database): Promise<Date | undefined> {
	return cellOf<Date>(db)`select created_at from users u where ${isOurs} order by created_at limit 1`;
}

export async function selectPublished(db: Database): Promise<Set<string>> {
	const rows = await rowsOf<{ key: string }>(db)`
		select to_char(month, 'YYYY-MM') || ' ' || age_days as key from published_earnings
	`;
	return new Set(rows.map(({ key }) => key));
}

export async function noteCountries(db: Database, month: Month): Promise<void> {
	await sql`
		insert into joined_countries (uid, country, month)
		select distinct on (p.uid) p.uid, p.country, ${dayOf(month)} from users u join sign_in_places p on p.uid = u.uid
		where ${isOf(month)} and ${isOurs} and p.country ~ '^[A-Z]{2}$' order by p.uid, p.first_at
		on conflict (uid) do nothing
	`.execute(db);
}

export function selectJoined(db: Database, month: Month, after: Joined | undefined, limit: number): Promise<Joined[]> {
	return rowsOf<Joined>(db)`
		select u.uid, u.created_at as at, u.created_at::text as place, c.country
		from users u left join joined_countries c on c.uid = u.uid
		where ${isOf(month)} and ${isOurs} and (u.created_at, u.uid) >
			(${after?.place ?? '-infinity'}::timestamptz, ${after?.uid ?? '00000000-0000-0000-0000-000000000000'}::uuid)
		order by u.created_at, u.uid limit ${limit}
	`;
}

export function selectPayments(db: Database, uids: readonly string[]) {
	return rowsOf<{ uid: string; at: Date; cents: number }>(db)`
		select uid, at, amount as cents from transfers t where uid = any (${uids}::uuid[]) and kind = 'withdrawal-paid'
			and exists (select 1 from withdrawals w where w.uid = t.uid and w.state = 'completed')
	`;
}

export async function insertCells(
	tx: Tx,
	{ month, ageDays, cells, at }: { month: Month; ageDays: number; cells: EarningsCell[]; at: Date },
): Promise<void> {
	await sql`
		insert into published_earnings (month, age_days, cells, published_at)
		values (${dayOf(month)}, ${ageDays}, ${JSON.stringify(cells)}::jsonb, ${at})
		on conflict (month, age_days) do nothing
	`.execute(tx);
}

export async function deleteCountriesExcept(tx: Tx, month: Month, shown: readonly string[]): Promise<void> {
	await sql`
		delete from joined_countries where month = ${dayOf(month)} and country <> all (${shown}::text[])
	`.execute(tx);
}

export function selectMonths(db: Database | Tx): Promise<Earnings['months']> {
	return rowsOf<Earnings['months'][number]>(db)`
		select to_char(month, 'YYYY-MM') as month, jsonb_agg(cell order by age_days,
			cell ->> 'country' = 'other', (cell ->> 'country') collate "C") as cells
		from published_earnings cross join jsonb_array_elements(cells) cell group by month order by published_earnings.month desc
	`;
}

export function selectFirstWith(db: Database, hash: string): Promise<number | undefined> {
	return cellOf<number>(db)`
		select n from proof_checkpoints where body::jsonb ->> 'earnings' = ${hash} and not is_lost order by n limit 1
	`;
}
