import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';
import type { BoostRow, RateRow } from './terms.ts';

type OfWall<Row> = Omit<Row, 'fromMs' | 'untilMs'> & { wall: string; from: Date; until: Date };
type Setting = { setAtMs: number };

export async function selectTerms(db: Database | Tx): Promise<Map<string, { rates: RateRow[]; boosts: BoostRow[] }>> {
	const [rates, boosts] = [
		await rowsOf<OfWall<RateRow>>(db)`
			select id, wall, country, rate as "rateCents", from_at as from from wall_rates order by from_at, id
		`,
		await rowsOf<OfWall<BoostRow>>(db)`
			select id, wall, percent, from_at as from, until_at as until from wall_boosts order by from_at, id
		`,
	];
	const terms = new Map<string, { rates: RateRow[]; boosts: BoostRow[] }>();
	const of = (wall: string) => {
		const found = terms.get(wall) ?? { rates: [], boosts: [] };
		terms.set(wall, found);
		return found;
	};
	for (const { wall, id, country, rateCents, from } of rates) {
		of(wall).rates.push({ id, country, rateCents, fromMs: from.getTime() });
	}
	for (const { wall, id, percent, from, until } of boosts) {
		of(wall).boosts.push({ id, percent, fromMs: from.getTime(), untilMs: until.getTime() });
	}
	return terms;
}

export async function insertRate(
	tx: Tx,
	{ wall, country, rateCents, fromMs, setAtMs }: Omit<RateRow, 'id'> & Setting & { wall: string },
): Promise<number> {
	const row = await rowOf<{ id: number }>(tx)`
		insert into wall_rates (wall, country, rate, from_at, set_at)
		values (${wall}, ${country}, ${rateCents}, ${new Date(fromMs)}, ${new Date(setAtMs)}) returning id
	`;
	return row?.id as number;
}

export async function insertBoost(
	tx: Tx,
	{ wall, percent, fromMs, untilMs, setAtMs }: Omit<BoostRow, 'id'> & Setting & { wall: string },
): Promise<number> {
	const row = await rowOf<{ id: number }>(tx)`
		insert into wall_boosts (wall, percent, from_at, until_at, set_at)
		values (${wall}, ${percent}, ${new Date(fromMs)}, ${new Date(untilMs)}, ${new Date(setAtMs)}) returning id
	`;
	return row?.id as number;
}
