import { robuxToWire } from '../../../contract/money.ts';
import type { ClaimItem } from '../../../contract/offerwalls/claims.ts';
import type { Page, PageRequest } from '../../../contract/paging.ts';
import { readCursor, toPage } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { type ClaimRow, selectClaimsOf } from './store-claims.ts';

const TIME_AND_REFERENCE = /^\d{1,15} C-[0-9A-Z]{1,20}$/;

/** The caller's own, newest first. @throws CallError `invalid-argument` for a cursor that is not one of ours. */
export async function getClaims(
	{ db }: { db: Database },
	{ limit, cursor }: PageRequest,
	{ actor: { uid } }: { actor: Pick<Actor, 'uid'> },
): Promise<Page<ClaimItem>> {
	const rows = await selectClaimsOf(db, uid, { after: readClaimCursor(cursor), limit: limit + 1 });
	return toPage(rows, limit, { toItem: toClaimItem, keyOf: claimKeyOf });
}

export function readClaimCursor(cursor: string | undefined): { openedAt: Date; reference: string } | undefined {
	const [openedAtMs, reference = ''] = readCursor(cursor, TIME_AND_REFERENCE);
	return openedAtMs === undefined ? undefined : { openedAt: new Date(Number(openedAtMs)), reference };
}

export function claimKeyOf({ openedAt, reference }: Pick<ClaimRow, 'openedAt' | 'reference'>): [Date, string] {
	return [openedAt, reference];
}

export function toClaimItem(row: ClaimRow): ClaimItem {
	return {
		reference: row.reference,
		offer: row.title,
		wall_id: row.wall,
		state: row.state,
		amount: row.amount === null ? null : robuxToWire(row.amount),
		said: row.said,
		opened_at: row.openedAt.getTime(),
		changed_at: row.changedAt.getTime(),
	};
}
