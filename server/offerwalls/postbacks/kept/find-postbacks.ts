import type { FindPostbacksRequest, PostbackRow } from '../../../../contract/admin/admin.ts';
import { robuxToWire } from '../../../../contract/money.ts';
import type { Page } from '../../../../contract/paging.ts';
import { decodeCursor, encodeCursor } from '../../../lib/db/cursor.ts';
import type { Database } from '../../../lib/db/database.ts';
import {
	type FoundPostback,
	type Stretch,
	selectDown,
	selectFrom,
	selectLastId,
	selectPostbacks,
	selectPostbacksOf,
} from '../store-postbacks.ts';
import { isReplayable } from './kept-postback.ts';

/** One call's share: a few dozen milliseconds of reading. */
const ROWS_AT_ONCE = 20_000;
/** Ids are given in order of time, but a postback may wait before it is written. */
const OUT_OF_ORDER_MS = 10 * 60_000;

export type FoundPostbacks = Page<PostbackRow> & { searchedBackTo: number | null };

/**
 * Looks through the log, newest first. Without a user, a call looks through a stretch and says where to go on:
 * no index but the key and a coarse one by user.
 * @throws CallError `invalid-argument` for a cursor that is not of this list.
 */
export async function findPostbacks(
	{ db, rowsAtOnce = ROWS_AT_ONCE }: { db: Database; rowsAtOnce?: number },
	{ limit, cursor, ...filter }: FindPostbacksRequest,
): Promise<FoundPostbacks> {
	const stretch = await stretchOf(db, filter, cursor);
	const { uid } = filter;
	const found = uid
		? await selectPostbacksOf(db, { filter: { ...filter, uid }, stretch, limit: limit + 1 })
		: await selectPostbacks(db, { filter, stretch, rows: rowsAtOnce, limit: limit + 1 });
	if (found.length > limit) {
		const last = found[limit - 1] as FoundPostback;
		return answer(found.slice(0, limit), last);
	}
	return answer(found, uid ? undefined : await selectDown(db, stretch, rowsAtOnce));
}

function answer(found: readonly FoundPostback[], last: { id: number; at: Date } | undefined): FoundPostbacks {
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

/** Halves the log by id: ids are in order of time. */
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

function toWire(postback: FoundPostback): PostbackRow {
	const { id, at, wall, outcome, why, ip, request, uid, bookedKind, bookedAmount, bookedAt } = postback;
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
		canReplay: isReplayable(postback),
	};
}
