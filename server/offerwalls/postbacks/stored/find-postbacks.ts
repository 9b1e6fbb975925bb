import { robuxToWire } from '../../../../contract/money.ts';
import type { FindPostbacksRequest, PostbackRow } from '../../../../contract/offerwalls/callbacks.ts';
import type { Page } from '../../../../contract/paging.ts';
import { behind, decodeCursor, encodeCursor, stretchOf } from '../../../lib/db/cursor.ts';
import { type Database, datesToMs } from '../../../lib/db/database.ts';
import { type FoundPostback, selectDown, selectPostbacks, selectPostbacksOf } from '../store-postbacks.ts';
import { isReplayable } from './stored-postback.ts';

const ROWS_AT_ONCE = 20_000;

export type FoundPostbacks = Page<PostbackRow> & { searchedBackTo: number | null };

export async function findPostbacks(
	{ db, rowsAtOnce = ROWS_AT_ONCE }: { db: Database; rowsAtOnce?: number },
	{ limit, cursor, ...filter }: FindPostbacksRequest,
): Promise<FoundPostbacks> {
	const { uid, since, until } = filter;
	const lastId = cursor === undefined ? undefined : Number(decodeCursor(cursor, /^\d{1,15}$/));
	const stretch = behind(await stretchOf(db, 'callbacks', { from: since, until }), lastId);
	const found = uid
		? await selectPostbacksOf(db, uid, { filter, stretch, limit: limit + 1 })
		: await selectPostbacks(db, { filter, stretch, limit: limit + 1 }, rowsAtOnce);
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

function toWire({ bookedKind: kind, bookedAmount, bookedAt, isSealed, ...row }: FoundPostback): PostbackRow {
	const isBooked = kind !== null && bookedAmount !== null && bookedAt !== null;
	return {
		...datesToMs(row),
		id: String(row.id),
		booked: isBooked ? { kind, amount: robuxToWire(bookedAmount), at: bookedAt.getTime() } : null,
		canReplay: isReplayable({ ...row, isSealed }),
	};
}
