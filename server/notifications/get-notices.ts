import type { Notice } from '../../contract/accounts/notices.ts';
import { UNREAD_COUNT_MAX } from '../../contract/limits.ts';
import { reasonMessageOf } from '../../contract/refusals.ts';
import type { UserCall } from '../lib/call-handler.ts';
import { readCursor, toPage } from '../lib/db/cursor.ts';
import type { Database, DbDeps } from '../lib/db/database.ts';
import { countUnread, markRead, type NoticeRow, selectNotices } from './store.ts';

export type NoticeDeps = DbDeps & { publish: (uid: string) => void };

const CURSOR = /^\d{1,15}$/;
const POSITION = /^\d{1,3};\d{1,15}$/;

export const getNotices: UserCall<'getNotices', { db: Database }> = async ({ db }, input, { actor: { uid } }) => {
	const { limit, cursor } = input;
	const [before] = readCursor(cursor, CURSOR).map(Number);
	const rows = await selectNotices(db, uid, { limit: limit + 1, before });
	const page = toPage(rows, limit, { toItem: toNotice, keyOf: ({ id }) => [id] });
	return { ...page, unread: await countUnread(db, uid, UNREAD_COUNT_MAX) };
};

export const markNoticesRead: UserCall<'markNoticesRead', NoticeDeps> = async (deps, { upTo }, { actor: { uid } }) => {
	const { db, clock, publish } = deps;
	const isChanged = await markRead(db, uid, upTo, new Date(clock.now()));
	if (isChanged) publish(uid);
	return { unread: await countUnread(db, uid, UNREAD_COUNT_MAX) };
};

/** Compares counts, because ids are assigned before commits: a list after an id could miss a notice. */
export async function listNoticeChanges({ db }: Pick<NoticeDeps, 'db'>, uid: string, position: string | undefined) {
	const unread = await countUnread(db, uid, UNREAD_COUNT_MAX);
	const [latest] = (await selectNotices(db, uid, { limit: 1, before: undefined })).map(toNotice);
	const reached = `${unread};${latest?.id ?? 0}`;
	const isNews = POSITION.test(position ?? '') && position !== reached;
	return { items: isNews ? [{ unread, latest: latest ?? null }] : [], position: reached };
}

export function toNotice({ createdAt, readAt, ...notice }: NoticeRow): Notice {
	const content =
		notice.kind === 'paused' || notice.kind === 'banned'
			? { ...notice, data: { ...notice.data, why: reasonMessageOf(notice.data.reason) } }
			: notice;
	return { ...content, created_at: createdAt.getTime(), is_read: readAt !== null };
}
