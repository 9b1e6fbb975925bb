import { sql } from 'kysely';
import type { RobuxCents, UsdMicros } from '../../../contract/money.ts';
import { cellOf, type Database, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { BoostRow, RateRow } from './terms.ts';

type OfWall<Row> = Row & { wall: string };
type New<Row> = Omit<Row, 'id'> & { wall: string; setAtMs: number };

export async function selectTerms(db: Database | Tx): Promise<Map<string, { rates: RateRow[]; boosts: BoostRow[] }>> {
	const rates = await rowsOf<OfWall<RateRow>>(db)`
		select id, wall, country, rate as "rateCents", ${msOf('from_at')} as "fromMs" from wall_rates order by from_at, id
	`;
	const boosts = await rowsOf<OfWall<BoostRow>>(db)`
		select id, wall, percent, ${msOf('from_at')} as "fromMs", ${msOf('until_at')} as "untilMs"
		from wall_boosts order by from_at, id
	`;
	const [ratesOf, boostsOf] = [Map.groupBy(rates, ({ wall }) => wall), Map.groupBy(boosts, ({ wall }) => wall)];
	const walls = new Set([...ratesOf.keys(), ...boostsOf.keys()]);
	return new Map([...walls].map((id) => [id, { rates: ratesOf.get(id) ?? [], boosts: boostsOf.get(id) ?? [] }]));
}

const msOf = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;

export async function insertRate(tx: Tx, { wall, country, rateCents, fromMs, setAtMs }: New<RateRow>): Promise<number> {
	return (await cellOf(tx)`
		insert into wall_rates (wall, country, rate, from_at, set_at)
		values (${wall}, ${country}, ${rateCents}, ${new Date(fromMs)}, ${new Date(setAtMs)}) returning id
	`) as number;
}

export async function insertBoost(tx: Tx, { wall, percent, fromMs, untilMs, setAtMs }: New<BoostRow>): Promise<number> {
	return (await cellOf(tx)`
		insert into wall_boosts (wall, percent, from_at, until_at, set_at)
		values (${wall}, ${percent}, ${new Date(fromMs)}, ${new Date(untilMs)}, ${new Date(setAtMs)}) returning id
	`) as number;
}

export type WallTotals = { payoutMicros: UsdMicros; credited: RobuxCents };

/** Counts only offers clicked in that country. May take seconds, because it reads transfers. */
export async function selectTotalsOfCountry(db: Database, wall: string, country: string, sinceMs: number) {
	return (await rowOf<WallTotals>(db)`
		select coalesce(sum(payout_micros), 0)::bigint as "payoutMicros",
			coalesce(sum(case kind when 'credit' then amount when 'credit-hold' then amount else -amount end), 0)::bigint
				as credited
		from (
			select uid, offer_key, min(at) as at from clicks
			where wall = ${wall} and country = ${country} group by uid, offer_key
		) c
		cross join lateral (
			select payout_micros, kind, amount from transfers t
			where t.uid = c.uid and t.offer_id = c.offer_key and t.at >= greatest(c.at, ${new Date(sinceMs)})
				and 'partner:' || ${wall}::text in (t.debit, t.credit)
		) t
	`) as WallTotals;
}

export async function selectTotalsSince(db: Database | Tx, wall: string, sinceMs: number): Promise<WallTotals> {
	const since = new Date(sinceMs);
	return (await rowOf<WallTotals>(db)`
		select coalesce((
			select sum(payout_micros) from earnings_buckets where wall = ${wall} and starts_at >= ${since}
		), 0)::bigint as "payoutMicros", coalesce((
			select sum(debited - credited) from account_buckets
			where account = 'partner:' || ${wall}::text and starts_at >= ${since}
		), 0)::bigint as credited
	`) as WallTotals;
}
