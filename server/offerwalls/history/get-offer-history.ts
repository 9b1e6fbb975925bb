import { asRobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { OfferHistoryItem } from '../../../contract/offerwalls/offerwalls.ts';
import type { Page, PageRequest } from '../../../contract/paging.ts';
import { readCursor, SERIAL, toPage } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Wall } from '../walls/wall.ts';
import { type HistoryRow, selectHistoryBefore } from './store-history.ts';

export type OfferHistoryDeps = { db: Database; walls: readonly Wall[] };

/** What a user earned and what was taken back, newest first. A past line never changes. */
export async function getOfferHistory(
	{ db, walls }: OfferHistoryDeps,
	uid: string,
	{ limit, cursor }: PageRequest,
): Promise<Page<OfferHistoryItem>> {
	const [beforeId] = readCursor(cursor, SERIAL).map(Number);
	const rows = await selectHistoryBefore(db, uid, beforeId, limit + 1);
	return toPage(rows, limit, { toItem: (row) => toHistoryItem(row, walls), keyOf: ({ id }) => [id] });
}

const kindOnTheWire: Record<string, OfferHistoryItem['kind']> = {
	credit: 'credit',
	'credit-hold': 'pending',
	'credit-release': 'credit',
	'credit-cancel': 'reversal',
	reversal: 'reversal',
	promotion: 'promotion',
	'adjustment-up': 'adjustment',
	'adjustment-down': 'adjustment',
};

export function toHistoryItem(row: HistoryRow, walls: readonly Wall[]): OfferHistoryItem {
	const kind = row.is_held === false && row.kind === 'credit-hold' ? 'credit' : kindOnTheWire[row.kind];
	if (!kind) throw new Error(`a transfer of kind ${row.kind} has no line in the offer history`);
	const isTakenFromUser = row.debit === 'wallet' || row.kind === 'credit-cancel';
	return {
		id: String(row.id),
		earning_source: sourceOf(row, walls),
		name: nameOf(row),
		amount: robuxToWire(asRobuxCents(isTakenFromUser ? -row.amount : row.amount)),
		timestamp: row.at.getTime(),
		kind: kind === 'credit' && row.is_bonus ? 'bonus' : kind,
		pending_until: row.is_held ? (row.release_at?.getTime() ?? null) : null,
	};
}

function sourceOf({ debit, credit, wall_of_release }: HistoryRow, walls: readonly Wall[]): string | null {
	const account = [debit, credit].find((name) => name.startsWith('partner:'));
	const wallId = account?.slice('partner:'.length) ?? wall_of_release;
	return walls.find((wall) => wall.id === wallId)?.name ?? wallId;
}

function nameOf({ offer_name, reason, promo_code }: HistoryRow): string | null {
	if (promo_code) return promo_code;
	if (!reason) return offer_name;
	return offer_name ? `${offer_name} (${reason})` : reason;
}
