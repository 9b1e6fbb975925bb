import { sql } from 'kysely';
import type { Move } from '../../contract/moves.ts';
import { type Database, hasRow, rowsOf, type Tx } from '../lib/db/database.ts';

const LISTED_MAX = 200;
const atMs = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8 as at`;
const withUsers = sql`
	json_build_object('uid', uid, 'name', coalesce(u.roblox_username, a.email)) as user
	from listed left join users u using (uid) left join auth_user a on a.id = uid`;

export async function selectReports(db: Database): Promise<Move['reports']> {
	return rowsOf<Move['reports'][number]>(db)`
		select id, ${atMs('at')}, report from imports order by id desc limit ${LISTED_MAX}
	`;
}

export async function selectEarlyReversals(db: Database): Promise<Move['before_move']> {
	return rowsOf<Move['before_move'][number]>(db)`
		with listed as materialized (
			select uid, wall as wall_id, transaction_id as id, ${atMs('received_at')}, (amount / 100.0)::float8 as amount,
				(payout_micros / 1e6)::float8 as payout_usd
			from waiting_reversals where uid in (select uid from imported_accounts) order by received_at desc limit ${LISTED_MAX}
		)
		select wall_id, listed.id, at, amount, payout_usd, ${withUsers} order by at desc
	`;
}

export async function selectOpenItems(db: Database): Promise<Move['open']> {
	return rowsOf<Move['open'][number]>(db)`
		with withdrawals as materialized (
			select uid, id, name, abs(amount) as cents from imported_history
			where kind = 'withdrawal' and status = 'requested' and not settled order by at limit ${LISTED_MAX}
		), listed as (
			select * from withdrawals
			union all
			(select uid, null, null, missing - settled from imported_accounts where missing > settled limit ${LISTED_MAX})
		)
		select listed.id, listed.name, (cents / 100.0)::float8 as amount, ${withUsers}
	`;
}

const STATUS_AFTER: Readonly<Record<string, string>> = { paid: 'completed', returned: 'failed' };

type Decision = { uid: string; id: string | null; outcome: string };

export async function settleItem(tx: Tx, { uid, id, outcome }: Decision): Promise<boolean> {
	if (id === null) {
		return hasRow(
			tx,
		)`update imported_accounts set settled = missing where uid = ${uid} and missing > settled returning uid`;
	}
	return hasRow(tx)`
		update imported_history set settled = true, refunded = ${outcome === 'returned'},
			status = coalesce(${STATUS_AFTER[outcome] ?? null}, status)
		where uid = ${uid} and id = ${id} and kind = 'withdrawal' and status = 'requested' and not settled returning uid
	`;
}
