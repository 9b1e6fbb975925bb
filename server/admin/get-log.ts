import type { LogEntry, LogRequest } from '../../contract/admin-records.ts';
import type { Page } from '../../contract/paging.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Database } from '../lib/database.ts';
import { networkOf } from '../lib/network.ts';
import { type LogRow, selectLog } from './store-records.ts';

/** What happened at the edges of the product, newest first. @throws CallError `invalid-argument` */
export async function adminGetLog(
	{ db }: { db: Database },
	{ cursor, after, limit, ...filter }: LogRequest,
): Promise<Page<LogEntry>> {
	const belowId = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(decodeCursor(cursor, /^[1-9]\d{0,15}$/));
	const rows = await selectLog(db, { ...filter, belowId, aboveId: Number(after ?? 0), limit: limit + 1 });
	const items = rows.slice(0, limit);
	const last = items.at(-1);
	return {
		items: items.map(toWire),
		nextCursor: rows.length > limit && last ? encodeCursor(String(last.id)) : null,
	};
}

function toWire(row: LogRow): LogEntry {
	return {
		id: String(row.id),
		at: row.at.getTime(),
		source: row.source,
		what: row.what,
		outcome: row.outcome,
		user: row.uid === null ? null : { uid: row.uid, name: row.userName },
		order_id: row.orderId,
		network: networkOf(row.ip),
		device: row.device,
		note: row.note,
		took_ms: row.tookMs,
	};
}
