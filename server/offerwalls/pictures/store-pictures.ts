import { sql } from 'kysely';
import { type Database, inTransaction, rowOf, rowsOf } from '../../lib/db/database.ts';

export async function wantPictures(db: Database, ofWalls: readonly string[], nowMs: number): Promise<void> {
	const now = new Date(nowMs);
	await sql`
		insert into pictures (source, next_at, wanted_at)
		select source, ${now}, ${now} from (
			select document ->> 'picture' as source from offers where gone_at is null
			union select unnest(${ofWalls}::text[])
		) shown where source is not null
		on conflict (source) do update set wanted_at = ${now} where pictures.wanted_at < ${now}::timestamptz - interval '1 day'
	`.execute(db);
}

export type DuePicture = { source: string; hash: string | null; failures: number };

export function claimPictures(db: Database, nowMs: number, untilMs: number, limit: number): Promise<DuePicture[]> {
	return rowsOf<DuePicture>(db)`
		update pictures set next_at = ${new Date(untilMs)}
		where source in (
			select source from pictures where next_at <= ${new Date(nowMs)} order by next_at limit ${limit}
			for update skip locked
		)
		returning source, hash, failures
	`;
}

type Picture = { source: string; hash: string; bytes: Buffer };

export async function keepPicture(db: Database, { source, hash, bytes }: Picture, nextMs: number): Promise<void> {
	await inTransaction(db, async (tx) => {
		await sql`insert into picture_files (hash, bytes) values (${hash}, ${bytes}) on conflict do nothing`.execute(tx);
		await sql`
			update pictures set hash = ${hash}, next_at = ${new Date(nextMs)}, failures = 0, problem = null
			where source = ${source}
		`.execute(tx);
	});
}

export async function failPicture(db: Database, source: string, problem: string, nextMs: number): Promise<void> {
	await sql`
		update pictures set failures = failures + 1, problem = ${problem}, next_at = ${new Date(nextMs)}
		where source = ${source}
	`.execute(db);
}

export async function deletePictures(db: Database, wantedBeforeMs: number): Promise<void> {
	await sql`delete from pictures where wanted_at < ${new Date(wantedBeforeMs)}`.execute(db);
	await sql`delete from picture_files f where not exists (select from pictures p where p.hash = f.hash)`.execute(db);
}

export async function touchFeeds(db: Database): Promise<void> {
	await sql`update feeds set version = version + 1`.execute(db);
}

export async function selectPicture(db: Database, hash: string): Promise<Buffer | undefined> {
	return (await rowOf<{ bytes: Buffer }>(db)`select bytes from picture_files where hash = ${hash}`)?.bytes;
}
