import { sql } from 'kysely';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';
import type { Books } from '../../treasury/store-treasury.ts';

export async function insertWindDown(
	tx: Tx,
	{ id, announcedAt, endsAt }: { id: string; announcedAt: Date; endsAt: Date },
): Promise<void> {
	await sql`insert into wind_downs (id, announced_at, ends_at) values (${id}, ${announcedAt}, ${endsAt})`.execute(tx);
}

/** Everybody is told of the new date. */
export async function moveWindDown(tx: Tx, { id, endsAt }: { id: string; endsAt: Date }): Promise<void> {
	await sql`update wind_downs set ends_at = ${endsAt}, told = 0, told_at = null where id = ${id}`.execute(tx);
}

export async function takeBackWindDown(tx: Tx, { id, at }: { id: string; at: Date }): Promise<void> {
	await sql`update wind_downs set taken_back_at = ${at}, told = 0, told_at = null where id = ${id}`.execute(tx);
}

export async function selectPeopleWithBalance(db: Database): Promise<number> {
	const row = await rowOf<{ count: number }>(db)`select count(*)::int as count from wallets where balance > 0`;
	return row?.count ?? 0;
}

export type Untold = { id: string; endsAt: Date; isTakenBack: boolean };

/** What somebody may still have to be told of. */
export function selectUntold(db: Database): Promise<Untold[]> {
	return rowsOf<Untold>(db)`
		select id, ends_at as "endsAt", taken_back_at is not null as "isTakenBack"
		from wind_downs where told_at is null order by announced_at
	`;
}

/** @returns false when it is not what it was any more; else nobody changes it before this transaction ends. */
export async function holdUntold(tx: Tx, { id, endsAt, isTakenBack }: Untold): Promise<boolean> {
	const row = await rowOf(tx)`
		select id from wind_downs where id = ${id} and ends_at = ${endsAt}
			and (taken_back_at is not null) = ${isTakenBack} and told_at is null
		for update
	`;
	return row !== undefined;
}

type Page = { after: string | undefined; reference: string; limit: number };

/** Who has a balance and was not told. */
export async function selectWithBalance(tx: Tx, { after, reference, limit }: Page): Promise<string[]> {
	const rows = await rowsOf<{ uid: string }>(tx)`
		select uid from wallets w
		where balance > 0 and closed_at is null and (${after ?? null}::uuid is null or uid > ${after ?? null}::uuid)
			and not exists (select from notices n where n.uid = w.uid and n.reference = ${reference})
		order by uid limit ${limit}
	`;
	return rows.map(({ uid }) => uid);
}

/** Who was told of the end, and not that it was taken back. */
export async function selectTold(tx: Tx, { after, reference, limit, id }: Page & { id: string }): Promise<string[]> {
	const rows = await rowsOf<{ uid: string }>(tx)`
		select distinct uid from notices t
		where (${after ?? null}::uuid is null or uid > ${after ?? null}::uuid) and starts_with(reference, ${`wind-down/${id}/`})
			and not exists (select from notices n where n.uid = t.uid and n.reference = ${reference})
		order by uid limit ${limit}
	`;
	return rows.map(({ uid }) => uid);
}

export async function addTold(tx: Tx, id: string, count: number): Promise<void> {
	await sql`update wind_downs set told = told + ${count} where id = ${id}`.execute(tx);
}

export async function setToldAt(tx: Tx, id: string, at: Date): Promise<void> {
	await sql`update wind_downs set told_at = ${at} where id = ${id}`.execute(tx);
}

/** Postbacks still come: who has a balance since then is to be told too. */
export async function tellAgain(db: Database, now: Date): Promise<void> {
	await sql`update wind_downs set told_at = null where taken_back_at is null and ends_at > ${now}`.execute(db);
}

/** Once for each day. */
export async function insertOwed(db: Database, books: Books, at: Date): Promise<void> {
	await sql`
		insert into owed_days (day, spendable, held_back, on_its_way)
		values ((${at}::timestamptz at time zone 'UTC')::date, ${books.balance + books.belowZero}, ${books.pending}, ${books.held})
		on conflict (day) do nothing
	`.execute(db);
}
