import type { CallbackRow, FindCallbacksRequest } from '../../contract/admin.ts';
import { robuxToWire } from '../../contract/money.ts';
import type { Page } from '../../contract/paging.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Database } from '../lib/database.ts';
import { isReplayable } from './kept-callback.ts';
import {
	type FoundCallback,
	type Stretch,
	selectCallbacks,
	selectCallbacksOf,
	selectDown,
	selectFrom,
	selectLastId,
} from './store-callbacks.ts';

/** What one call looks through: a few dozen milliseconds of reading. */
const ROWS_AT_ONCE = 20_000;
/** Ids are given in order of time, but a callback may wait before it is written. */
const OUT_OF_ORDER_MS = 10 * 60_000;

export type FoundCallbacks = Page<CallbackRow> & { searchedBackTo: number | null };

/**
 * Looks through the log of callbacks, newest first. The log is written faster than anything else, so it has no index
 * but its key and a coarse one by user: without a user, a call looks through a stretch and says where to go on.
 *
 * @throws CallError `invalid-argument` for a cursor that is not of this list.
 */
export async function findCallbacks(
	{ db, rowsAtOnce = ROWS_AT_ONCE }: { db: Database; rowsAtOnce?: number },
	{ limit, cursor, ...filter }: FindCallbacksRequest,
): Promise<FoundCallbacks> {
	const stretch = await stretchOf(db, filter, cursor);
	const { uid } = filter;
	const found = uid
		? await selectCallbacksOf(db, { filter: { ...filter, uid }, stretch, limit: limit + 1 })
		: await selectCallbacks(db, { filter, stretch, rows: rowsAtOnce, limit: limit + 1 });
	if (found.length > limit) {
		const last = found[limit - 1] as FoundCallback;
		return answer(found.slice(0, limit), last);
	}
	return answer(found, uid ? undefined : await selectDown(db, stretch, rowsAtOnce));
}

function answer(found: readonly FoundCallback[], last: { id: number; at: Date } | undefined): FoundCallbacks {
	return {
		items: found.map(toWire),
		nextCursor: last ? encodeCursor(String(last.id)) : null,
		searchedBackTo: last?.at.getTime() ?? null,
	};
}

async function stretchOf(
	db: Database,
	{ since, until }: { since?: number | undefined; until?: number | undefined },
	cursor: string | undefined,
): Promise<Stretch> {
	const aboveId = since === undefined ? 0 : (await firstIdSince(db, since - OUT_OF_ORDER_MS)) - 1;
	if (cursor !== undefined) return { aboveId, belowId: Number(decodeCursor(cursor, /^\d{1,15}$/)) };
	const latest = (await selectLastId(db)) + 1;
	return { aboveId, belowId: until === undefined ? latest : await firstIdSince(db, until + OUT_OF_ORDER_MS) };
}

/** Finds a moment in the log by halving it: ids are in order of time, and have an index anyway. */
async function firstIdSince(db: Database, sinceMs: number): Promise<number> {
	let low = 0;
	let high = (await selectLastId(db)) + 1;
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		const row = await selectFrom(db, middle);
		if (!row || row.at.getTime() >= sinceMs) high = middle;
		else low = row.id + 1;
	}
	return high;
}

function toWire(callback: FoundCallback): CallbackRow {
	const { id, at, wall, outcome, why, ip, request, uid, bookedKind, bookedAmount, bookedAt } = callback;
	const booked = bookedKind !== null && bookedAmount !== null && bookedAt !== null;
	return {
		id: String(id),
		at: at.getTime(),
		wall,
		outcome,
		why,
		ip,
		request,
		uid,
		booked: booked ? { kind: bookedKind, amount: robuxToWire(bookedAmount), at: bookedAt.getTime() } : null,
		canReplay: isReplayable(callback),
	};
}
