import type { CallResult } from '../../../contract/calls.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import { selectSessionsOf } from '../../accounts/sessions/session-store.ts';
import { sessionToWire } from '../../accounts/sessions/sessions-of-user.ts';
import { type ActionDeps, noSuchUser, type StaffCall } from '../../accounts/with-audit.ts';
import { toWire as adjustmentToWire } from '../../adjustments/adjustment.ts';
import { selectAdjustmentsOf } from '../../adjustments/store.ts';
import type { OpenCall } from '../../lib/call-handler.ts';
import { encodeCursor, readCursor } from '../../lib/db/cursor.ts';
import { type Database, datesToMs, inSnapshot } from '../../lib/db/database.ts';
import { CHARGEBACKS_TO_BAN } from '../../offerwalls/booking/chargebacks/chargeback.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { transferToWire } from '../../treasury/get-transfers.ts';
import type { LedgerLineRow, UserTotals } from './store-users.ts';
import * as users from './store-users.ts';

const ADJUSTMENTS_SHOWN = 50;

type AdminUser = CallResult<'adminGetUser'>;

export const adminGetUser: StaffCall<'adminGetUser', ActionDeps> = async ({ db, clock }, { uid }, { actor }) =>
	inSnapshot(db, async (tx) => {
		const row = await users.selectUserProfile(tx, uid);
		if (!row) throw noSuchUser();
		const { banned_at, ban_reason, paused_reason, deleted_at, ...profile } = datesToMs(row);
		const restrictions = { banned_at, ban_reason, paused_reason, deleted_at };
		const totals = await users.selectUserTotals(tx, uid);
		const sessions = await selectSessionsOf(tx, { uid, nowMs: clock.now() });
		return {
			uid,
			profile,
			flags: {
				...restrictions,
				chargebacks: totals.chargebacks,
				chargebacks_forgiven: totals.chargebacksForgiven,
				chargebacks_to_ban: CHARGEBACKS_TO_BAN,
			},
			wallet: walletToWire(totals),
			sessions: sessions.map((session) => sessionToWire(session, actor.sessionId)),
			adjustments: (await selectAdjustmentsOf(tx, uid, ADJUSTMENTS_SHOWN)).map((row) =>
				adjustmentToWire(row, actor.uid),
			),
		};
	});

function walletToWire({ balance, pending, earned, withdrawn, held, adjusted }: UserTotals): AdminUser['wallet'] {
	return {
		robux: robuxToWire(balance),
		pending: robuxToWire(pending),
		earned: robuxToWire(earned),
		withdrawn: robuxToWire(withdrawn),
		held: robuxToWire(held),
		adjusted: robuxToWire(adjusted),
	};
}

const LEDGER_CURSOR = /^[1-9]\d{0,15} -?\d{1,16}$/;

type LedgerDeps = { db: Database; walls: readonly Wall[] };

/** Returns the newest line first. */
export const adminGetUserLedger: OpenCall<'adminGetUserLedger', LedgerDeps> = async (deps, input) => {
	const { db, walls } = deps;
	const { uid, cursor, limit, ...range } = input;
	const [beforeId, left] = readCursor(cursor, LEDGER_CURSOR).map(Number);
	const rows = await users.selectLedgerLines(db, { uid, beforeId, limit: limit + 1, ...range });
	let balance: number = left ?? rows[0]?.left ?? 0;
	const items = rows.slice(0, limit).map((row) => {
		const change = changeOf(row);
		const line = {
			...transferToWire(row, walls),
			change: robuxToWire(change),
			balance_after: robuxToWire(asRobuxCents(balance)),
		};
		balance -= change;
		return line;
	});
	return { items, nextCursor: rows.length > limit ? encodeCursor(`${rows[limit - 1]?.id} ${balance}`) : null };
};

function changeOf({ debit, credit, amount }: LedgerLineRow): RobuxCents {
	if (credit === 'wallet') return amount;
	return asRobuxCents(debit === 'wallet' ? -amount : 0);
}
