import { sql } from 'kysely';
import type { RobuxCents } from '../../contract/money.ts';
import { recentOf, visited } from '../accounts/user-record/ranked-users.ts';
import { transferWith } from '../ledger/store.ts';
import { type TimeList, type TimeRange, wayOf, within } from '../lib/db/cursor.ts';
import { type Database, rowsOf } from '../lib/db/database.ts';

type BalanceRow = {
	uid: string;
	userName: string | null;
	balance: RobuxCents;
	pending: RobuxCents;
	earned: RobuxCents;
	withdrawn: RobuxCents;
	lastAccess: Date | null;
};

type BalanceFilter = TimeRange & {
	isBelowZero: boolean;
	after: { balance: number; uid: string } | undefined;
	limit: number;
};

/** Returns balances furthest from zero first. The index lags by a minute, so recent changes are merged in. */
export async function selectBalances(db: Database, { isBelowZero, after, limit, ...range }: BalanceFilter) {
	const { way, beyond } = wayOf(isBelowZero);
	const wanted = (balance: ReturnType<typeof sql>) => sql`
		${balance} ${isBelowZero ? sql`<` : sql`>`} 0
		and ${after ? sql`(${balance}, u.uid) ${beyond} (${after.balance}::bigint, ${after.uid}::uuid)` : sql`true`}`;
	return rowsOf<BalanceRow>(db)`
		with ${await recentOf(db)}, ranked as (
			select u.uid, w.balance from users u join wallets w using (uid)
			where ${wanted(sql`u.balance_rank`)} and ${visited(range)} and w.closed_at is null and u.uid not in (select uid from recent)
			order by u.balance_rank ${way}, u.uid ${way} limit ${limit}
		), page as (
			select * from (
				select * from ranked
				union all
				select uid, balance from recent join wallets w using (uid) join users u using (uid)
				where ${wanted(sql`w.balance`)} and ${visited(range)} and w.closed_at is null
			) found order by balance ${way}, uid ${way} limit ${limit}
		)
		select uid, coalesce(u.roblox_username, a.email) as "userName", w.balance, w.pending, w.earned, w.withdrawn,
			u.last_access as "lastAccess"
		from page join wallets w using (uid) join users u using (uid) left join auth_user a on a.id = uid
		order by page.balance ${way}, uid ${way}
	`;
}

type HeldCreditRow = {
	uid: string;
	userName: string | null;
	holdId: number;
	wall: string;
	offerName: string | null;
	amount: RobuxCents;
	at: Date;
	releaseAt: Date | null;
	cause: 'amount' | 'speed' | null;
};

export type HeldKey = { releaseAt: Date | undefined; uid: string; holdId: number };
type HeldFilter = TimeList & { after: HeldKey | undefined; limit: number };

/** Without a range, credits that wait for their partner come last. */
export async function selectHeldCredits(db: Database, { after, limit, order, ...range }: HeldFilter) {
	const { way, beyond } = wayOf(order !== 'newest');
	const [uid, holdId] = [after?.uid, after?.holdId];
	const dated = after
		? sql`(release_at, uid, hold_id) ${beyond} (${after.releaseAt ?? null}, ${uid}::uuid, ${holdId}::bigint)`
		: sql`true`;
	const rows =
		after && !after.releaseAt
			? []
			: await selectHeld(
					db,
					sql`release_at is not null and ${within(sql`release_at`, range)} and ${dated}
						order by release_at ${way}, uid ${way}, hold_id ${way} limit ${limit}`,
				);
	if (rows.length === limit || range.from !== undefined || range.until !== undefined) return rows;
	const undated = after && !after.releaseAt ? sql`(uid, hold_id) > (${uid}::uuid, ${holdId}::bigint)` : sql`true`;
	const rest = sql`release_at is null and ${undated} order by uid, hold_id limit ${limit - rows.length}`;
	return [...rows, ...(await selectHeld(db, rest))];
}

const boostOfHeld = transferWith('held.uid', "('offer/' || held.wall || '/' || held.transaction_id || '/boost')");

function selectHeld(db: Database, which: ReturnType<typeof sql>): Promise<HeldCreditRow[]> {
	return rowsOf<HeldCreditRow>(db)`
		with held as materialized (
			select n, h.uid, h.hold_id as "holdId", h.wall, h.transaction_id, t.offer_name as "offerName", t.amount, t.at,
				h.release_at as "releaseAt", h.cause
			from (
				select row_number() over () as n, * from (select * from held_credits where outcome is null and ${which}) found
			) h join transfers t on t.uid = h.uid and t.id = h.hold_id
		), boosts as materialized (
			select held.n, boost.amount from held cross join lateral ${boostOfHeld} boost where boost.kind = 'boost-hold'
		)
		select held.uid, coalesce(u.roblox_username, a.email) as "userName", "holdId", wall, "offerName",
			(held.amount + coalesce(boosts.amount, 0))::bigint as amount, at, "releaseAt", cause
		from held left join boosts using (n) left join users u on u.uid = held.uid left join auth_user a on a.id = held.uid
		order by n
	`;
}
