import type { AdminUserRow, adminCalls, UsersPageRequest } from '../../../contract/admin/admin.ts';
import type { UserPageRequest } from '../../../contract/admin/fields.ts';
import type { LedgerLine, userCalls } from '../../../contract/admin/user.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { USERS_LIST_SIZE } from '../../../contract/limits.ts';
import { asRobuxCents, type RobuxCents, robuxToWire } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import { selectSessionsOf } from '../../accounts/sessions/session-store.ts';
import { sessionToWire } from '../../accounts/sessions/sessions-of-user.ts';
import { type ActionDeps, type AdminContext, noSuchUser } from '../../accounts/with-audit.ts';
import { toWire as adjustmentToWire } from '../../adjustments/adjustment.ts';
import { selectAdjustmentsOf } from '../../adjustments/store.ts';
import { decodeCursor, encodeCursor, readCursor, toPage, UUID } from '../../lib/db/cursor.ts';
import { type Database, datesToMs, inSnapshot } from '../../lib/db/database.ts';
import type { Feature } from '../../lib/feature.ts';
import { CHARGEBACKS_TO_BAN } from '../../offerwalls/booking/chargebacks/chargeback.ts';
import type { Wall } from '../../offerwalls/walls/wall.ts';
import { transferToWire } from '../../treasury/get-transfers.ts';
import { type RankDeps, rankEverybody, rankUsers } from './rank-earners.ts';
import {
	isNarrow,
	type LedgerLineRow,
	type Order,
	selectAmong,
	selectByEarned,
	selectByLastAccess,
	selectFound,
	selectLedgerLines,
	selectUserProfile,
	selectUserTotals,
	type UserRow,
	type UsersFilter,
	type UserTotals,
} from './store-users.ts';

export const users = {
	calls: { adminGetUsers, adminGetUser, adminGetUserLedger },
	jobs: [
		{ name: 'rank-earners', at: '* * * * *', isLong: true, isQuiet: true, run: rankUsers },
		{ name: 'rank-everybody', at: '37 4 * * *', isLong: true, run: rankEverybody },
	],
} satisfies Feature<typeof adminCalls & typeof userCalls, ActionDeps & RankDeps & { walls: readonly Wall[] }>;

/** If more users match, walking the sorted list is faster than sorting the matches. */
const FOUND_MAX = 2_500;
/** Reading these users takes 2 ms; a search for frequent letters takes 60 ms. */
const FIRST_LOOKED_AT = 300;
const COMMON = /^[a-z0-9_]$/;
const CURSOR = new RegExp(`^(totalEarned (-?\\d{1,15})|last_access (\\d{1,15}|never)) (${UUID})$`);

export async function listTopUsers({ db }: { db: Database }): Promise<AdminUserRow[]> {
	const everybody = { search: '', joined: {}, did: undefined };
	const rows = await selectByEarned(db, { ...everybody, after: undefined, limit: USERS_LIST_SIZE });
	return (rows ?? []).map(toWire);
}

async function adminGetUsers(
	deps: { db: Database },
	request: UsersPageRequest | undefined,
): Promise<CallResult<'adminGetUsers'>> {
	return request === undefined ? listTopUsers(deps) : getUsersPage(deps, request);
}

export async function getUsersPage({ db }: { db: Database }, request: UsersPageRequest): Promise<Page<AdminUserRow>> {
	const order = orderOf(request);
	const { search, from, until, joined_from, joined_until, did } = request;
	const joined = { from: joined_from, until: joined_until };
	const filter = { search: search.toLowerCase(), from, until, joined, did };
	const rows = await selectPage(db, order, filter, request.limit + 1);
	return toPage(rows, request.limit, { toItem: toWire, keyOf: (row) => keyOf(order, row) });
}

async function selectPage(db: Database, order: Order, filter: UsersFilter, limit: number): Promise<UserRow[]> {
	const { search, ...rest } = filter;
	const isApart = isNarrow(order.by === 'totalEarned' ? rest : { ...rest, from: undefined, until: undefined });
	if ((search && !COMMON.test(search)) || isApart) {
		const early = await goDown(db, order, { ...filter, limit, among: FIRST_LOOKED_AT });
		if (early) return early;
		const found = await selectFound(db, filter, FOUND_MAX);
		if (found.count < FOUND_MAX) return selectAmong(db, { uids: found.uids, order, limit });
	}
	return (await goDown(db, order, { ...filter, limit })) ?? [];
}

function goDown(db: Database, order: Order, page: UsersFilter & { limit: number; among?: number }) {
	return order.by === 'totalEarned'
		? selectByEarned(db, { ...page, after: order.after })
		: selectByLastAccess(db, { ...page, after: order.after });
}

function orderOf({ orderBy, cursor }: UsersPageRequest): Order {
	if (cursor === undefined) return { by: orderBy, after: undefined };
	const pattern = new RegExp(`^(?=${orderBy} )${CURSOR.source.slice(1)}`);
	const [, , earned, atMs, uid = ''] = CURSOR.exec(decodeCursor(cursor, pattern)) ?? [];
	return orderBy === 'totalEarned'
		? { by: orderBy, after: { earned: Number(earned), uid } }
		: { by: orderBy, after: { atMs: atMs === 'never' ? undefined : Number(atMs), uid } };
}

function keyOf({ by }: Order, { earned, lastAccess, uid }: UserRow) {
	return [by, by === 'totalEarned' ? earned : (lastAccess ?? 'never'), uid];
}

function toWire(row: UserRow): AdminUserRow {
	return {
		id: row.uid,
		roblox_username: row.robloxUsername,
		robux: robuxToWire(row.balance),
		totalEarned: robuxToWire(row.earned),
		totalWithdrawn: robuxToWire(row.withdrawn),
		last_access: row.lastAccess?.getTime() ?? null,
	};
}

const ADJUSTMENTS_SHOWN = 50;

type AdminUser = CallResult<'adminGetUser'>;

export async function adminGetUser(
	{ db, clock }: ActionDeps,
	{ uid }: { uid: string },
	{ actor }: AdminContext,
): Promise<AdminUser> {
	return inSnapshot(db, async (tx) => {
		const row = await selectUserProfile(tx, uid);
		if (!row) throw noSuchUser();
		const { banned_at, ban_reason, paused_reason, deleted_at, ...profile } = datesToMs(row);
		const restrictions = { banned_at, ban_reason, paused_reason, deleted_at };
		const totals = await selectUserTotals(tx, uid);
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
}

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

/** Returns the newest line first. */
async function adminGetUserLedger(
	{ db, walls }: { db: Database; walls: readonly Wall[] },
	{ uid, cursor, limit, ...range }: UserPageRequest,
): Promise<Page<LedgerLine>> {
	const [beforeId, left] = readCursor(cursor, LEDGER_CURSOR).map(Number);
	const rows = await selectLedgerLines(db, { uid, beforeId, limit: limit + 1, ...range });
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
}

function changeOf({ debit, credit, amount }: LedgerLineRow): RobuxCents {
	if (credit === 'wallet') return amount;
	return asRobuxCents(debit === 'wallet' ? -amount : 0);
}
