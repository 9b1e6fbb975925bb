import type { AdminAction, LogEntry } from '../../../contract/admin/records.ts';
import type { OpenCall } from '../../lib/call-handler.ts';
import { behind, readCursor, SERIAL, stretchOf, toPage } from '../../lib/db/cursor.ts';
import { type Database, datesToMs } from '../../lib/db/database.ts';
import { networkOf } from '../../lib/http/callers.ts';
import { type ActionRow, type LogRow, selectActionKinds, selectActions, selectLog } from './store-records.ts';

const SYSTEM = 'system';

export const adminGetActions: OpenCall<'adminGetActions', { db: Database }> = async ({ db }, input) => {
	const { cursor, limit, order, ...filter } = input;
	const isRising = order === 'oldest';
	const [lastId] = readCursor(cursor, SERIAL).map(Number);
	const stretch = behind(await stretchOf(db, 'audit_records', filter), lastId, isRising);
	const rows = await selectActions(db, { ...filter, stretch, isRising, limit: limit + 1 });
	const page = toPage(rows, limit, { toItem: actionToWire, keyOf: ({ id }) => [id] });
	return { ...page, actions: await selectActionKinds(db) };
};

function actionToWire({ details, ...row }: ActionRow): AdminAction {
	const { before, after, reason, ip, ...more } = details;
	return {
		id: String(row.id),
		at: row.at.getTime(),
		actor: row.actor === SYSTEM ? null : { uid: row.actor, name: row.actorName },
		action: row.action,
		user: row.uid === null ? null : { uid: row.uid, name: row.userName },
		before: before ?? null,
		after: after ?? null,
		reason: typeof reason === 'string' ? reason : null,
		reason_code: row.reasonCode,
		ip: typeof ip === 'string' ? ip : null,
		more,
	};
}

export const adminGetLog: OpenCall<'adminGetLog', { db: Database }> = async ({ db }, input) => {
	const { cursor, after, limit, order, ...filter } = input;
	const isRising = order === 'oldest';
	const [lastId] = readCursor(cursor, SERIAL).map(Number);
	const { aboveId, belowId } = behind(await stretchOf(db, 'log_entries', filter), lastId, isRising);
	const stretch = { aboveId: Math.max(aboveId, Number(after ?? 0)), belowId };
	const rows = await selectLog(db, { ...filter, stretch, isRising, limit: limit + 1 });
	return toPage(rows, limit, { toItem: entryToWire, keyOf: ({ id }) => [id] });
};

function entryToWire({ id, uid, userName, ip, ...row }: LogRow): LogEntry {
	const user = uid === null ? null : { uid, name: userName };
	return { ...datesToMs(row), id: String(id), user, network: networkOf(ip) };
}
