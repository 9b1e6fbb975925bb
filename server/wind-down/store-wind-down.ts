import { sql } from 'kysely';
import type { RobuxCents } from '../../contract/money.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { rowOf, rowsOf } from '../lib/db/rows.ts';

export type WindDownRow = { id: string; announcedAt: Date; endsAt: Date; told: number; toldAt: Date | null };

/** @returns undefined while the service goes on. */
export function selectWindDown(db: Database | Tx): Promise<WindDownRow | undefined> {
	return rowOf<WindDownRow>(db)`
		select id, announced_at as "announcedAt", ends_at as "endsAt", told, told_at as "toldAt"
		from wind_downs where taken_back_at is null
	`;
}

/** Of those who announce or take back at the same moment, one comes after the other. */
export async function lockWindDown(tx: Tx): Promise<WindDownRow | undefined> {
	await sql`select pg_advisory_xact_lock(hashtext('wind-down'))`.execute(tx);
	return selectWindDown(tx);
}

export type OwedRow = { day: string; spendable: RobuxCents; heldBack: RobuxCents; onItsWay: RobuxCents };

export function selectOwedDays(db: Database, since: Date, limit: number): Promise<OwedRow[]> {
	return rowsOf<OwedRow>(db)`
		select to_char(day, 'YYYY-MM-DD') as day, spendable, held_back as "heldBack", on_its_way as "onItsWay"
		from owed_days where day >= (${since}::timestamptz at time zone 'UTC')::date order by owed_days.day desc limit ${limit}
	`;
}
