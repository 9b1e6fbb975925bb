import type { LogEntry, LogRequest } from '../../../contract/admin/records.ts';
import type { Page } from '../../../contract/paging.ts';
import { readCursor, SERIAL, toPage } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import { datesToMs } from '../../lib/db/rows.ts';
import { behind, stretchOf } from '../../lib/db/time-list.ts';
import { networkOf } from '../../lib/http/network.ts';
import { type LogRow, selectLog } from './store-records.ts';

export async function adminGetLog(
	{ db }: { db: Database },
	{ cursor, after, limit, order, ...filter }: LogRequest,
): Promise<Page<LogEntry>> {
	const isRising = order === 'oldest';
	const [lastId] = readCursor(cursor, SERIAL).map(Number);
	const { aboveId, belowId } = behind(await stretchOf(db, 'log_entries', filter), lastId, isRising);
	const stretch = { aboveId: Math.max(aboveId, Number(after ?? 0)), belowId };
	const rows = await selectLog(db, { ...filter, stretch, isRising, limit: limit + 1 });
	return toPage(rows, limit, { toItem: toWire, keyOf: ({ id }) => [id] });
}

function toWire({ id, uid, userName, ip, ...row }: LogRow): LogEntry {
	const user = uid === null ? null : { uid, name: userName };
	return { ...datesToMs(row), id: String(id), user, network: networkOf(ip) };
}
