import type { ActionsRequest, AdminAction } from '../../contract/admin-records.ts';
import type { Page } from '../../contract/paging.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Database } from '../lib/database.ts';
import { type ActionRow, selectActionKinds, selectActions } from './store-records.ts';

const SYSTEM = 'system';

/** What admins did and what rules did by themselves, newest first. @throws CallError `invalid-argument` */
export async function adminGetActions(
	{ db }: { db: Database },
	{ cursor, limit, ...filter }: ActionsRequest,
): Promise<Page<AdminAction> & { actions: string[] }> {
	const beforeId = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(decodeCursor(cursor, /^[1-9]\d{0,15}$/));
	const rows = await selectActions(db, { ...filter, beforeId, limit: limit + 1 });
	const items = rows.slice(0, limit);
	const last = items.at(-1);
	return {
		items: items.map(toWire),
		nextCursor: rows.length > limit && last ? encodeCursor(String(last.id)) : null,
		actions: await selectActionKinds(db),
	};
}

function toWire({ id, at, actor, actorName, action, uid, userName, details }: ActionRow): AdminAction {
	const { before, after, reason, ip, ...more } = details;
	return {
		id: String(id),
		at: at.getTime(),
		actor: actor === SYSTEM ? null : { uid: actor, name: actorName },
		action,
		user: uid === null ? null : { uid, name: userName },
		before: before ?? null,
		after: after ?? null,
		reason: typeof reason === 'string' ? reason : null,
		ip: typeof ip === 'string' ? ip : null,
		more,
	};
}
