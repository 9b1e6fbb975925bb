import { sql } from 'kysely';
import type { NoticeContent } from '../../contract/notices.ts';
import type { Database, Tx } from '../lib/database.ts';

export type NoticeRow = NoticeContent & { id: number; createdAt: Date; readAt: Date | null };

const columns = sql`id, kind, data, created_at as "createdAt", read_at as "readAt"`;

/** @returns its id, or undefined when this reference was told before. */
export async function insertNotice(
	tx: Tx,
	{ uid, kind, data, reference }: NoticeContent & { uid: string; reference: string | undefined },
): Promise<number | undefined> {
	const { rows } = await sql<{ id: number }>`
		insert into notices (uid, kind, data, reference)
		values (${uid}, ${kind}, ${JSON.stringify(data)}, ${reference ?? null})
		on conflict (uid, reference) where reference is not null do nothing
		returning id
	`.execute(tx);
	return rows[0]?.id;
}

export async function selectNotice(db: Database, uid: string, id: number): Promise<NoticeRow | undefined> {
	const { rows } = await sql<NoticeRow>`select ${columns} from notices where uid = ${uid} and id = ${id}`.execute(db);
	return rows[0];
}

/** Newest first. */
export async function selectNotices(
	db: Database | Tx,
	uid: string,
	{ limit, before }: { limit: number; before: number | undefined },
): Promise<NoticeRow[]> {
	const below = before === undefined ? sql`` : sql`and id < ${before}`;
	const { rows } = await sql<NoticeRow>`
		select ${columns} from notices where uid = ${uid} ${below} order by id desc limit ${limit}
	`.execute(db);
	return rows;
}

/** Counts no further than `limit`. */
export async function countUnread(db: Database, uid: string, limit: number): Promise<number> {
	const { rows } = await sql<{ unread: number }>`
		select count(*)::int as unread
		from (select from notices where uid = ${uid} and read_at is null limit ${limit}) counted
	`.execute(db);
	return rows[0]?.unread ?? 0;
}

/** @returns whether any was unread. */
export async function markRead(db: Database, uid: string, upTo: number, now: Date): Promise<boolean> {
	const { rows } = await sql`
		update notices set read_at = ${now} where uid = ${uid} and id <= ${upTo} and read_at is null returning id
	`.execute(db);
	return rows.length > 0;
}

/** The oldest of those from before. @returns how many that was, at most `limit`. */
export async function deleteNoticesBefore(db: Database, before: Date, limit: number): Promise<number> {
	const { rows } = await sql`
		delete from notices where (uid, id) in (
			select uid, id from notices where created_at < ${before} order by created_at limit ${limit}
		) returning id
	`.execute(db);
	return rows.length;
}
