import { sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import type { Move } from '../../contract/moves.ts';
import { countIdTokenUsers } from '../accounts/id-tokens/store-id-tokens.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../accounts/with-audit.ts';
import { type Database, hasRow, rowsOf, type Tx } from '../lib/db/database.ts';

const LISTED_MAX = 200;
const atMs = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8 as at`;
const withUsers = sql`
	json_build_object('uid', uid, 'name', coalesce(u.roblox_username, a.email)) as user
	from listed left join users u using (uid) left join auth_user a on a.id = uid`;

async function selectReports(db: Database): Promise<Move['reports']> {
	return rowsOf<Move['reports'][number]>(db)`
		select id, ${atMs('at')}, report from imports order by id desc limit ${LISTED_MAX}
	`;
}

async function selectEarlyReversals(db: Database): Promise<Move['before_move']> {
	return rowsOf<Move['before_move'][number]>(db)`
		with listed as materialized (
			select uid, wall as wall_id, transaction_id as id, ${atMs('received_at')}, (amount / 100.0)::float8 as amount,
				(payout_micros / 1e6)::float8 as payout_usd
			from waiting_reversals where uid in (select uid from imported_accounts) order by received_at desc limit ${LISTED_MAX}
		)
		select wall_id, listed.id, at, amount, payout_usd, ${withUsers} order by at desc
	`;
}

async function selectOpenItems(db: Database): Promise<Move['open']> {
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

async function settleItem(tx: Tx, { uid, id, outcome }: Decision): Promise<boolean> {
	const row = hasRow(tx);
	if (id === null) {
		return row`update imported_accounts set settled = missing where uid = ${uid} and missing > settled returning uid`;
	}
	return row`
		update imported_history set settled = true, refunded = ${outcome === 'returned'},
			status = coalesce(${STATUS_AFTER[outcome] ?? null}, status)
		where uid = ${uid} and id = ${id} and kind = 'withdrawal' and status = 'requested' and not settled returning uid
	`;
}

export async function adminGetMove({ db, clock }: ActionDeps): Promise<Move> {
	const since = new Date(clock.now() - 7 * DAY_MS);
	const reads = [selectReports(db), selectEarlyReversals(db), selectOpenItems(db)] as const;
	const [reports, before_move, open] = await Promise.all(reads);
	return { reports, before_move, open, app_users: await countIdTokenUsers(db, since) };
}

export const adminDecideImported: StaffCall<'adminDecideImported', ActionDeps> = (deps, input, admin) => {
	const { uid, id, outcome, reason } = input;
	return withAudit(deps, admin, { action: 'decide-imported', user: uid, reason }, async (tx) => {
		const isOpen = await settleItem(tx, { uid, id, outcome });
		const change = { before: { state: 'open' }, after: { state: outcome } };
		return { result: { done: true as const }, change: isOpen ? change : undefined };
	});
};
