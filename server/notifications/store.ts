import { sql } from 'kysely';
import type { NoticeContent, NoticeKind } from '../../contract/accounts/notices.ts';
import { cellOf, type Database, hasRow, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { bigints, prepared, texts, uuids } from '../lib/db/prepared.ts';

export type NoticeRow = NoticeContent & { id: number; createdAt: Date; readAt: Date | null };

const columns = sql`id, kind, data, created_at as "createdAt", read_at as "readAt"`;

const insert = prepared<{ uid: string; id: number; kind: NoticeKind }>(
	'insert_notices',
	`insert into notices (uid, kind, data, reference, id) overriding system value
	select uid, kind, data::jsonb, reference, coalesce(id, nextval('notices_id_seq'))
	from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bigint[]) as n (uid, kind, data, reference, id)
	on conflict (uid, reference) where reference is not null do nothing
	returning uid, id, kind`,
);

export type NewNotice = NoticeContent & { uid: string; reference?: string | undefined };

export async function insertNotices(tx: Tx, notices: readonly NewNotice[]) {
	const numbering = tx.engine.takeNumbers('notices_id_seq', notices.length);
	const ids = numbering && (await numbering);
	const { rows } = await insert(
		tx,
		uuids(notices.map(({ uid }) => uid)),
		texts(notices.map(({ kind }) => kind)),
		texts(notices.map(({ data }) => JSON.stringify(data))),
		texts(notices.map(({ reference }) => reference)),
		bigints(ids ?? []),
	);
	return rows;
}

export async function selectNotice(db: Database, uid: string, id: number): Promise<NoticeRow | undefined> {
	return rowOf<NoticeRow>(db)`select ${columns} from notices where uid = ${uid} and id = ${id}`;
}

export async function selectNotices(
	db: Database | Tx,
	uid: string,
	{ limit, before }: { limit: number; before: number | undefined },
): Promise<NoticeRow[]> {
	const below = before === undefined ? sql`` : sql`and id < ${before}`;
	return await rowsOf<NoticeRow>(db)`
		select ${columns} from notices where uid = ${uid} ${below} order by id desc limit ${limit}
	`;
}

export async function countUnread(db: Database, uid: string, limit: number): Promise<number> {
	return (
		(await cellOf<number>(db)`
		select count(*)::int as unread
		from (select 1 as one from notices where uid = ${uid} and read_at is null limit ${limit}) counted
	`) ?? 0
	);
}

export async function markRead(db: Database, uid: string, upTo: number, now: Date): Promise<boolean> {
	return hasRow(db)`
		update notices set read_at = ${now} where uid = ${uid} and id <= ${upTo} and read_at is null returning id
	`;
}

export async function deleteNoticesBefore(db: Database, before: Date, limit: number): Promise<number> {
	const rows = await rowsOf(db)`
		delete from notices where (uid, id) in (
			select uid, id from notices where created_at < ${before} order by created_at limit ${limit}
		) returning id
	`;
	return rows.length;
}
