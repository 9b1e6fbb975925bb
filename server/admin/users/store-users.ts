import { type RawBuilder, sql } from 'kysely';
import type { UserPageRequest } from '../../../contract/admin/fields.ts';
import type { UserAction } from '../../../contract/admin/lists.ts';
import type { AdminUser } from '../../../contract/admin/user.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import { lastAccess, recentOf, visited } from '../../accounts/user-record/ranked-users.ts';
import { type TimeRange, within } from '../../lib/db/cursor.ts';
import { type Database, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { ordersOfTransfers, type TransferRow, transferColumns } from '../../treasury/store-transfers.ts';

export type UserRow = {
	uid: string;
	robloxUsername: string | null;
	lastAccess: Date | null;
	balance: RobuxCents;
	earned: RobuxCents;
	withdrawn: RobuxCents;
};

type AfterEarned = { earned: number; uid: string };
type AfterLastAccess = { atMs: number | undefined; uid: string };

const columns = sql`
	u.uid, u.roblox_username as "robloxUsername", u.last_access as "lastAccess",
	coalesce(w.balance, 0) as balance, coalesce(w.earned, 0) as earned, coalesce(w.withdrawn, 0) as withdrawn`;

function behindEarned(earned: unknown, after: AfterEarned | undefined) {
	return after ? sql`(${earned}, u.uid) < (${after.earned}::bigint, ${after.uid}::uuid)` : sql`true`;
}

function behindLastAccess(after: AfterLastAccess | undefined) {
	if (!after) return sql`true`;
	const at = after.atMs === undefined ? '-infinity' : new Date(after.atMs).toISOString();
	return sql`(${lastAccess}, u.uid) < (${at}::timestamptz, ${after.uid}::uuid)`;
}

export type UsersFilter = TimeRange & { search: string; joined: TimeRange; did: UserAction | undefined };

function fits({ search, ...rest }: UsersFilter) {
	const named = search ? sql`strpos(u.roblox_username, ${search}) > 0` : sql`true`;
	return sql`${named} and ${isOf(rest)}`;
}

function isOf({ joined, did, ...range }: Omit<UsersFilter, 'search'>) {
	return sql`${visited(range)} and ${within(sql`u.created_at`, joined)} and ${did ? byAction[did] : sql`true`}`;
}

const byAction: Record<UserAction, RawBuilder<unknown>> = {
	earned: sql`u.uid in (select uid from wallets where earned > 0)`,
	paid: sql`u.uid in (select uid from withdrawals where state = 'completed')`,
	'paid-in-30-days': sql`u.uid in (
		select p.uid from withdrawals p join users v using (uid)
		where p.state = 'completed' and p.updated_at < v.created_at + interval '30 days'
	)`,
};

type Page<After> = UsersFilter & { after: After | undefined; limit: number; among?: number };

/** Adds changes of the last minute, which the index lacks. @returns undefined if too few of `among` users match. */
export async function selectByEarned(
	db: Database,
	{ after, limit, among, ...filter }: Page<AfterEarned>,
): Promise<UserRow[] | undefined> {
	const behind = behindEarned(sql`u.earned_rank`, after);
	const rows = await rowsOf<UserRow & { met: number }>(db)`
		with ${await recentOf(db)}, ranked as (
			select ${columns} from ${firstOf(among, sql`where ${behind} order by u.earned_rank desc, u.uid desc`)} u
			left join wallets w using (uid)
			where ${behind} and ${fits(filter)} and w.closed_at is null
				and u.uid not in (select uid from recent)
			order by u.earned_rank desc, u.uid desc limit ${limit}
		)
		select *, (select count(*)::int from ranked) as met from (
			select * from ranked
			union all
			select ${columns} from recent join wallets w using (uid) join users u using (uid)
			where ${behindEarned(sql`w.earned`, after)} and ${fits(filter)} and w.closed_at is null
		) u order by earned desc, uid desc limit ${limit}
	`;
	return among === undefined || (rows[0]?.met ?? 0) >= limit ? rows : undefined;
}

export async function selectByLastAccess(
	db: Database,
	{ after, limit, among, ...filter }: Page<AfterLastAccess>,
): Promise<UserRow[] | undefined> {
	const behind = behindLastAccess(after);
	const rows = await rowsOf<UserRow>(db)`
		select ${columns} from ${firstOf(among, sql`where ${behind} order by ${lastAccess} desc, u.uid desc`)} u
		left join wallets w using (uid)
		where ${behind} and ${fits(filter)} and w.closed_at is null
		order by ${lastAccess} desc, u.uid desc limit ${limit}
	`;
	return among === undefined || rows.length >= limit ? rows : undefined;
}

function firstOf(among: number | undefined, order: RawBuilder<unknown>) {
	return among === undefined ? sql`users` : sql`(select * from users u ${order} limit ${among})`;
}

export function isNarrow({ from, until, joined, did }: Omit<UsersFilter, 'search'>): boolean {
	return [from, until, joined.from, joined.until, did].some((bound) => bound !== undefined);
}

type Found = {
	count: number;
	/** A PostgreSQL array literal. */
	uids: string;
};

export async function selectFound(db: Database, { search, ...rest }: UsersFilter, limit: number): Promise<Found> {
	const looked = search
		? sql`
			select l.uid from linked_game_accounts l ${isNarrow(rest) ? sql`join users u using (uid)` : sql``}
			where name_pieces(l.roblox_username) @> ${piecesOf(search)}::text[]
				and strpos(l.roblox_username, ${search}) > 0 and ${isNarrow(rest) ? isOf(rest) : sql`true`}`
		: sql`select uid from users u where ${isOf(rest)}`;
	const row = await rowOf<Found>(db)`
		select count(*)::int as count, coalesce(array_agg(uid), '{}')::text as uids from (${looked} limit ${limit}) found
	`;
	return row ?? { count: 0, uids: '{}' };
}

const PIECE_LENGTH = 3;

/** Splits into as few pieces as possible, because the search reads one list per piece. */
function piecesOf(search: string): string[] {
	const letters = [...search];
	if (letters.length <= PIECE_LENGTH) return [search];
	const starts = letters.flatMap((_, n) =>
		n % PIECE_LENGTH === 0 ? [Math.min(n, letters.length - PIECE_LENGTH)] : [],
	);
	return [...new Set(starts.map((start) => letters.slice(start, start + PIECE_LENGTH).join('')))];
}

export type Order =
	| { by: 'totalEarned'; after: AfterEarned | undefined }
	| { by: 'last_access'; after: AfterLastAccess | undefined };

export async function selectAmong(
	db: Database,
	{ uids, order, limit }: { uids: string; order: Order; limit: number },
): Promise<UserRow[]> {
	const byEarned = order.by === 'totalEarned';
	const page = byEarned
		? sql`
			select uid from wallets u
			where uid = any(${uids}::uuid[]) and closed_at is null and ${behindEarned(sql`u.earned`, order.after)}
			order by earned desc, uid desc limit ${limit}`
		: sql`
			select uid from users u join wallets w using (uid)
			where uid = any(${uids}::uuid[]) and w.closed_at is null and ${behindLastAccess(order.after)}
			order by ${lastAccess} desc, uid desc limit ${limit}`;
	return rowsOf<UserRow>(db)`
		select ${columns} from (${page}) page join users u using (uid) join wallets w using (uid)
		order by ${byEarned ? sql`w.earned` : lastAccess} desc, u.uid desc
	`;
}

type Profile = AdminUser['profile'] &
	Pick<AdminUser['flags'], 'banned_at' | 'ban_reason' | 'paused_reason' | 'deleted_at'>;
type UserProfileRow = InDates<Profile, 'linked_at' | 'created_at' | 'last_access' | 'banned_at' | 'deleted_at'>;

export async function selectUserProfile(tx: Tx, uid: string): Promise<UserProfileRow | undefined> {
	return rowOf<UserProfileRow>(tx)`
		select a.name, a.email, coalesce(a.email_verified, false) as email_verified, a.birth_year,
			coalesce(a.two_factor_enabled, false) as two_factor_enabled, case when u.mail_refused_code is not null then
				jsonb_build_object('at', (extract(epoch from u.mail_refused_at) * 1000)::bigint, 'code', u.mail_refused_code)
			end as mail_refused,
			u.role, u.avatar_url, u.roblox_username, u.platform_user_id, l.linked_at, u.created_at, u.last_access,
			u.banned_at, u.ban_reason, u.paused_reason, u.deleted_at
		from users u
		left join auth_user a on a.id = u.uid
		left join linked_game_accounts l on l.uid = u.uid
		where u.uid = ${uid}
	`;
}

export type UserTotals = {
	balance: RobuxCents;
	pending: RobuxCents;
	earned: RobuxCents;
	withdrawn: RobuxCents;
	held: RobuxCents;
	adjusted: RobuxCents;
	chargebacks: number;
	chargebacksForgiven: number;
};

export async function selectUserTotals(tx: Tx, uid: string): Promise<UserTotals> {
	const row = await rowOf<UserTotals>(tx)`
		select coalesce(w.balance, 0)::bigint as balance, coalesce(w.pending, 0)::bigint as pending,
			coalesce(w.earned, 0)::bigint as earned, coalesce(w.withdrawn, 0)::bigint as withdrawn,
			(select coalesce(sum(amount), 0)::bigint from withdrawals o
				where o.uid = ${uid} and o.state not in ('completed', 'failed')) as held,
			(select coalesce(sum(amount), 0)::bigint from adjustments a
				where a.uid = ${uid} and a.state = 'booked') as adjusted,
			(select count(*)::int from chargebacks c where c.uid = ${uid} and forgiven_at is null) as chargebacks,
			(select count(*)::int from chargebacks c where c.uid = ${uid} and forgiven_at is not null)
				as "chargebacksForgiven"
		from (select) nothing left join wallets w on w.uid = ${uid}
	`;
	return row as UserTotals;
}

export type LedgerLineRow = TransferRow & { left: RobuxCents };

const END_OF_TIME_MS = Date.UTC(9999, 0, 1);

export async function selectLedgerLines(
	db: Database,
	{ uid, beforeId, limit, from, until }: Omit<UserPageRequest, 'cursor'> & { beforeId: number | undefined },
): Promise<LedgerLineRow[]> {
	const isAll = from === undefined && until === undefined;
	// Selects by id, the order of booking, so that running balances are correct.
	const part = isAll
		? sql`select 0::bigint as above, ${Number.MAX_SAFE_INTEGER}::bigint as below`
		: sql`
			select coalesce(max(id) filter (where at < ${new Date(from ?? 0)}), 0) as above,
				coalesce(min(id) filter (where at >= ${new Date(until ?? END_OF_TIME_MS)}), ${Number.MAX_SAFE_INTEGER}) as below
			from transfers where uid = ${uid}`;
	return rowsOf<LedgerLineRow>(db)`
		with part as materialized (${part}), later as (
			select coalesce(sum(case when credit = 'wallet' then amount when debit = 'wallet' then -amount end), 0) as change
			from transfers where uid = ${uid} and id >= (select below from part)
		)
		select ${transferColumns}, (w.balance - (select change from later))::bigint as left
		from (
			select * from transfers where uid = ${uid} and id < least(${beforeId}::bigint, (select below from part))
				and id > (select above from part)
			order by id desc limit ${limit}
		) t
		join wallets w on w.uid = ${uid}
		${ordersOfTransfers(sql`${uid}`)}
		order by t.id desc
	`;
}
