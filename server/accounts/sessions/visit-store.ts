import { sql } from 'kysely';
import { rowsOf, type Tx } from '../../lib/db/database.ts';

export type Access = { uid: string; atMs: number; language: string | undefined };

/** Returns ms since the epoch; null before the user's first visit. */
export async function lockLastAccesses(tx: Tx, uids: readonly string[]): Promise<Map<string, number | null>> {
	// A crash may lose the accesses of the last seconds.
	await sql`set local synchronous_commit = off`.execute(tx);
	const rows = await rowsOf<{ uid: string; lastAccess: Date | null }>(tx)`
		select uid, last_access as "lastAccess" from users where uid = any(${uids}::uuid[]) and deleted_at is null order by uid for no key update
	`;
	return new Map(rows.map(({ uid, lastAccess }) => [uid, lastAccess?.getTime() ?? null]));
}

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

/** Call it last before the commit, because all nodes write the same rows. */
export async function addVisits(tx: Tx, quarterMs: number, absentFor: readonly number[]): Promise<void> {
	await sql`
		insert into visits (starts_at, away_for) values (${new Date(quarterMs)}, ${absentFor}::int[])
		on conflict (starts_at) do update set away_for = (
			select array_agg(before + more order by n)
			from unnest(visits.away_for, excluded.away_for) with ordinality as counts (before, more, n)
		)
	`.execute(tx);
}
