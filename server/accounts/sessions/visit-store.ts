import { sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';
import { rowsOf } from '../../lib/db/rows.ts';

export type Access = { uid: string; atMs: number; language: string | undefined };

/** Last accesses in ms since the epoch; null for who never was here. Locks the records in one order. */
export async function lockLastAccesses(tx: Tx, uids: readonly string[]): Promise<Map<string, number | null>> {
	// Nobody is harmed when the last seconds of these are lost, so the commit does not wait for the disk.
	await sql`set local synchronous_commit = off`.execute(tx);
	const rows = await rowsOf<{ uid: string; lastAccess: Date | null }>(tx)`
		select uid, last_access as "lastAccess" from users where uid = any(${uids}::uuid[]) and deleted_at is null order by uid for no key update
	`;
	return new Map(rows.map(({ uid, lastAccess }) => [uid, lastAccess?.getTime() ?? null]));
}

/** Writes last accesses and languages, one for each user; only while the records are locked. */
export async function updateLastAccess(tx: Tx, accesses: readonly Access[]): Promise<void> {
	await sql`
		update users set last_access = access.at, language = coalesce(access.language, users.language)
		from unnest(
			${accesses.map(({ uid }) => uid)}::uuid[],
			${accesses.map(({ atMs }) => new Date(atMs).toISOString())}::timestamptz[],
			${accesses.map(({ language }) => language ?? null)}::text[]
		) as access (uid, at, language)
		where users.uid = access.uid
	`.execute(tx);
}

/** Every node writes to the same few rows, but each only every few seconds and as the last thing before its commit. */
export async function addVisits(tx: Tx, quarterMs: number, awayFor: readonly number[]): Promise<void> {
	await sql`
		insert into visits (starts_at, away_for) values (${new Date(quarterMs)}, ${awayFor}::int[])
		on conflict (starts_at) do update set away_for = (
			select array_agg(before + more order by n)
			from unnest(visits.away_for, excluded.away_for) with ordinality as counts (before, more, n)
		)
	`.execute(tx);
}
