import type { AdminUserRow, UsersPageRequest } from '../../../contract/admin/admin.ts';
import { USERS_LIST_SIZE } from '../../../contract/limits.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { Page } from '../../../contract/paging.ts';
import type { OpenCall } from '../../lib/call-handler.ts';
import { decodeCursor, toPage, UUID } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Order, UserRow, UsersFilter } from './store-users.ts';
import * as store from './store-users.ts';

/** If more users match, walking the sorted list is faster than sorting the matches. */
const FOUND_MAX = 2_500;
/** Reading these users takes 2 ms; a search for frequent letters takes 60 ms. */
const FIRST_LOOKED_AT = 300;
const COMMON = /^[a-z0-9_]$/;
const CURSOR = new RegExp(`^(totalEarned (-?\\d{1,15})|last_access (\\d{1,15}|never)) (${UUID})$`);

export async function listTopUsers({ db }: { db: Database }): Promise<AdminUserRow[]> {
	const everybody = { search: '', joined: {}, did: undefined };
	const rows = await store.selectByEarned(db, { ...everybody, after: undefined, limit: USERS_LIST_SIZE });
	return (rows ?? []).map(toWire);
}

export const adminGetUsers: OpenCall<'adminGetUsers', { db: Database }> = async (deps, request) =>
	request === undefined ? listTopUsers(deps) : getUsersPage(deps, request);

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
	const isApart = store.isNarrow(order.by === 'totalEarned' ? rest : { ...rest, from: undefined, until: undefined });
	if ((search && !COMMON.test(search)) || isApart) {
		const early = await goDown(db, order, { ...filter, limit, among: FIRST_LOOKED_AT });
		if (early) return early;
		const found = await store.selectFound(db, filter, FOUND_MAX);
		if (found.count < FOUND_MAX) return store.selectAmong(db, { uids: found.uids, order, limit });
	}
	return (await goDown(db, order, { ...filter, limit })) ?? [];
}

function goDown(db: Database, order: Order, page: UsersFilter & { limit: number; among?: number }) {
	return order.by === 'totalEarned'
		? store.selectByEarned(db, { ...page, after: order.after })
		: store.selectByLastAccess(db, { ...page, after: order.after });
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
