import { asRobuxCents, robuxToWire } from '../../contract/money.ts';
import type { OfferHistoryItem } from '../../contract/offerwalls.ts';
import type { Page, PageRequest } from '../../contract/paging.ts';
import { decodeCursor, encodeCursor } from '../lib/cursor.ts';
import type { Database } from '../lib/database.ts';
import { type HistoryRow, selectHistoryBefore } from './store.ts';
import type { Wall } from './wall.ts';

export type OfferHistoryDeps = { db: Database; walls: readonly Wall[] };

/** What a user earned and what was taken back, newest first. One line for each transfer; a past line never changes. */
export async function getOfferHistory(
	{ db, walls }: OfferHistoryDeps,
	uid: string,
	{ limit, cursor }: PageRequest,
): Promise<Page<OfferHistoryItem>> {
	const beforeId = cursor === undefined ? undefined : Number(decodeCursor(cursor, /^[1-9]\d{0,15}$/));
	const rows = await selectHistoryBefore(db, uid, beforeId, limit + 1);
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return {
		items: page.map((row) => toHistoryItem(row, walls)),
		nextCursor: rows.length > limit && last ? encodeCursor(String(last.id)) : null,
	};
}

const kindOnTheWire: Record<string, OfferHistoryItem['kind']> = {
	credit: 'credit',
	'credit-hold': 'pending',
	reversal: 'reversal',
	promotion: 'promotion',
	'adjustment-up': 'adjustment',
	'adjustment-down': 'adjustment',
};

export function toHistoryItem(row: HistoryRow, walls: readonly Wall[]): OfferHistoryItem {
	const kind = kindOnTheWire[row.kind];
	if (!kind) throw new Error(`a transfer of kind ${row.kind} has no line in the offer history`);
	const wallId = [row.debit, row.credit].find((account) => account.startsWith('partner:'))?.slice('partner:'.length);
	return {
		id: String(row.id),
		earning_source: walls.find((wall) => wall.id === wallId)?.name ?? wallId ?? null,
		name: row.offer_name,
		amount: robuxToWire(asRobuxCents(row.debit === 'wallet' ? -row.amount : row.amount)),
		timestamp: row.at.getTime(),
		kind,
		pending_until: null,
	};
}
