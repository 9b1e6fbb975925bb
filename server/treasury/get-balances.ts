import { robuxToWire } from '../../contract/money.ts';
import type { OpenCall } from '../lib/call-handler.ts';
import { readCursor, toPage, UUID } from '../lib/db/cursor.ts';
import type { Database } from '../lib/db/database.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import { ruleOfHold } from '../tickets/statements/find-statement.ts';
import { type HeldKey, selectBalances, selectHeldCredits } from './store-balances.ts';

const BALANCE_CURSOR = new RegExp(`^-?\\d{1,15} ${UUID}$`);
const HELD_CURSOR = new RegExp(`^(\\d{1,15}|never) ${UUID} [1-9]\\d{0,15}$`);

export const adminGetBalances: OpenCall<'adminGetBalances', { db: Database }> = async ({ db }, input) => {
	const { side, cursor, limit, ...range } = input;
	const [balance, uid = ''] = readCursor(cursor, BALANCE_CURSOR);
	const after = balance === undefined ? undefined : { balance: Number(balance), uid };
	const rows = await selectBalances(db, { ...range, isBelowZero: side === 'below-zero', after, limit: limit + 1 });
	return toPage(rows, limit, {
		toItem: (row) => ({
			user: { uid: row.uid, name: row.userName },
			balance: robuxToWire(row.balance),
			held_back: robuxToWire(row.pending),
			earned: robuxToWire(row.earned),
			withdrawn: robuxToWire(row.withdrawn),
			last_access: row.lastAccess?.getTime() ?? null,
		}),
		keyOf: (row) => [row.balance, row.uid],
	});
};

type HeldDeps = { db: Database; walls: readonly Wall[] };

export const adminGetHeldCredits: OpenCall<'adminGetHeldCredits', HeldDeps> = async ({ db, walls }, input) => {
	const { cursor, limit, ...times } = input;
	const rows = await selectHeldCredits(db, { ...times, after: heldKeyIn(cursor), limit: limit + 1 });
	return toPage(rows, limit, {
		toItem: (row) => ({
			id: String(row.holdId),
			user: { uid: row.uid, name: row.userName },
			wall: { id: row.wall, name: walls.find(({ id }) => id === row.wall)?.name ?? row.wall },
			offer_name: row.offerName,
			amount: robuxToWire(row.amount),
			held_at: row.at.getTime(),
			until: row.releaseAt?.getTime() ?? null,
			rule: ruleOfHold(row),
		}),
		keyOf: ({ releaseAt, uid, holdId }) => [releaseAt ?? 'never', uid, holdId],
	});
};

function heldKeyIn(cursor: string | undefined): HeldKey | undefined {
	const [releaseMs, uid = '', holdId] = readCursor(cursor, HELD_CURSOR);
	if (releaseMs === undefined) return undefined;
	return { releaseAt: releaseMs === 'never' ? undefined : new Date(Number(releaseMs)), uid, holdId: Number(holdId) };
}
