import { sql } from 'kysely';
import { type Database, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { WallChange } from '../walls/store-walls.ts';
import type { Entry } from './entry-secrets.ts';

export type SavedRow = {
	id: string;
	version: number;
	entry: Entry;
	secrets: string;
	/** Origins from the imported file that are allowed to be in a private network. */
	trusted: readonly string[];
};

/** The row of a removed wall keeps version and partner. */
export type StoodRow = Omit<SavedRow, 'secrets'> & { secrets: string | null };

export type WallRow = SavedRow & WallChange & { unprotectedUntil: Date | null };

export async function selectWallRows(db: Database): Promise<WallRow[]> {
	return rowsOf<WallRow>(db)`
		select o.id, o.version, o.entry, o.secrets, o.trusted,
			o.unprotected_until as "unprotectedUntil", c.enabled, c.min_age as "minAge", c.hold_hours as "holdHours"
		from offerwalls o left join offerwall_changes c on c.wall = o.id
		where o.removed_at is null
		order by c.position nulls last, o.added_at, o.id
	`;
}

/** Blocks other saves and key rotations until the transaction ends. */
export async function lockSavedWalls(tx: Tx): Promise<void> {
	await sql`lock table offerwalls in share row exclusive mode`.execute(tx);
}

export function selectSavedWall(tx: Tx, id: string): Promise<StoodRow | undefined> {
	return rowOf<StoodRow>(tx)`select id, version, entry, secrets, trusted from offerwalls where id = ${id}`;
}

/** `imported` is the encrypted hash of the file's entry; null for walls of the admin area. */
export type ImportedRow = StoodRow & { imported: string | null; addedAt: Date };

export function selectImported(db: Database | Tx): Promise<ImportedRow[]> {
	return rowsOf<ImportedRow>(db)`
		select id, version, entry, secrets, trusted, imported, added_at as "addedAt" from offerwalls
	`;
}

export async function selectSealed(db: Database | Tx): Promise<{ id: string; secrets: string }[]> {
	return rowsOf<{ id: string; secrets: string }>(db)`select id, secrets from offerwalls where secrets is not null`;
}

type NewRow = Omit<SavedRow, 'trusted'>;

export async function upsertSavedWall(tx: Tx, { id, version, entry, secrets }: NewRow, atMs: number): Promise<void> {
	await sql`
		insert into offerwalls (id, version, entry, secrets, added_at)
		values (${id}, ${version}, ${JSON.stringify(entry)}, ${secrets}, ${new Date(atMs)})
		on conflict (id) do update
		set version = excluded.version, entry = excluded.entry, secrets = excluded.secrets, removed_at = null
	`.execute(tx);
}

type Imported = Pick<ImportedRow, 'id' | 'imported' | 'trusted'>;

export async function updateImported(tx: Tx, { id, imported, trusted }: Imported): Promise<void> {
	await sql`update offerwalls set imported = ${imported}, trusted = ${trusted} where id = ${id}`.execute(tx);
}

export async function updateRemoved(tx: Tx, id: string, atMs: number): Promise<void> {
	await sql`
		update offerwalls set version = version + 1, secrets = null, removed_at = ${new Date(atMs)} where id = ${id}
	`.execute(tx);
}

/** Increments the version, so that a save based on the previous one fails. */
export async function countUp(tx: Tx, id: string): Promise<void> {
	await sql`update offerwalls set version = version + 1 where id = ${id} and removed_at is null`.execute(tx);
}

export async function updateSealed(tx: Tx, id: string, secrets: string): Promise<void> {
	await sql`update offerwalls set secrets = ${secrets} where id = ${id}`.execute(tx);
}

export async function countOpenHolds(tx: Tx, wall: string): Promise<number> {
	const row = await rowOf<{ count: number }>(tx)`
		select count(*)::int as count from (
			select 1 as one from held_credits where wall = ${wall} and outcome is null limit 1000
		) held
	`;
	return row?.count ?? 0;
}

export async function updatePositions(tx: Tx, ids: readonly string[]): Promise<void> {
	await sql`
		insert into offerwall_changes (wall, position)
		select wall, at::int from unnest(${ids}::text[]) with ordinality as o (wall, at)
		on conflict (wall) do update set position = excluded.position
	`.execute(tx);
}

export async function makeFeedDue(tx: Tx, wall: string, atMs: number): Promise<void> {
	await sql`update feeds set next_at = ${new Date(atMs)} where wall = ${wall}`.execute(tx);
}
