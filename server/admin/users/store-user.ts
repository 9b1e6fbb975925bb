import { sql } from 'kysely';
import type { AdminUser } from '../../../contract/admin/user.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { type InDates, rowOf, rowsOf } from '../../lib/db/rows.ts';
import type { TimeRange } from '../../lib/db/time-list.ts';
import { ordersOfTransfers, type TransferRow, transferColumns } from '../../treasury/store-balances.ts';

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
	{ uid, beforeId, limit, from, until }: TimeRange & { uid: string; beforeId: number | undefined; limit: number },
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
