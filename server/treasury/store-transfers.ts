import { type RawBuilder, sql } from 'kysely';
import type { RobuxCents, UsdMicros } from '../../contract/money.ts';
import { listBookedAccounts } from '../ledger/booked-accounts.ts';
import { type TimeRange, within } from '../lib/db/cursor.ts';
import { type Database, rowsOf } from '../lib/db/database.ts';

export type TransferRow = {
	id: number;
	at: Date;
	kind: string;
	amount: RobuxCents;
	debit: string;
	credit: string;
	reference: string;
	payoutMicros: UsdMicros | null;
	offerId: string | null;
	offerName: string | null;
	reason: string | null;
	orderId: string | null;
};
export type ListedTransfer = TransferRow & { uid: string; userName: string | null };

export const transferColumns = sql`
	t.id, t.at, t.kind, t.amount, t.debit, t.credit, t.reference, t.payout_micros as "payoutMicros", t.offer_id as "offerId",
	t.offer_name as "offerName", t.reason, o.order_id as "orderId"`;
export const ordersOfTransfers = (uid: RawBuilder<unknown>) => sql`left join withdrawals o on ${isOrderOf(uid)}`;

const isOrderOf = (uid: RawBuilder<unknown>) => sql`
	o.uid = ${uid} and o.id = case when t.reference like 'withdrawal/%' then split_part(t.reference, '/', 2)::uuid end`;

/** An account, or the prefix of a kind: `partner`, `payouts`, `house`. */
type Account = string;

export type Place = { at: Date; id: number } | undefined;

export async function selectQuarters(
	db: Database,
	{ account, from, until, count }: TimeRange & { account: Account; count: number },
): Promise<Date[]> {
	const accounts = account.includes(':') ? [account] : await listBookedAccounts(db, account);
	if (accounts.length === 0) return [];
	const since = from === undefined ? undefined : from - QUARTER_MS + 1;
	const newest = accounts.map(
		(one) => sql`(
			select distinct starts_at as at from account_buckets
			where account = ${one} and ${within(sql`starts_at`, { from: since, until })} order by 1 desc limit ${count}
		)`,
	);
	const rows = await rowsOf<{ at: Date }>(db)`
		select distinct at from (${sql.join(newest, sql` union all `)}) quarters order by at desc limit ${count}
	`;
	return rows.map(({ at }) => at);
}

const QUARTER_MS = 15 * 60_000;

export async function selectTransfersIn(
	db: Database,
	quarter: Date,
	{ account, behind, limit, ...range }: TimeRange & { account: Account; behind: Place; limit: number },
): Promise<ListedTransfer[]> {
	const moved = account.includes(':')
		? sql`(debit = ${account} or credit = ${account})`
		: sql`(starts_with(debit, ${`${account}:`}) or starts_with(credit, ${`${account}:`}))`;
	const further = behind ? sql`(t.at, t.id) < (${behind.at}, ${behind.id}::bigint)` : sql`true`;
	return rowsOf<ListedTransfer>(db)`
		with page as materialized (
			select * from transfers t
			where t.at >= ${quarter} and t.at < ${new Date(quarter.getTime() + QUARTER_MS)} and ${within(sql`t.at`, range)}
				and ${moved} and ${further}
			order by t.at desc, t.id desc limit ${limit}
		), orders as materialized (
			select t.id, o.order_id from page t join withdrawals o on ${isOrderOf(sql`t.uid`)}
		)
		select ${transferColumns}, t.uid, coalesce(u.roblox_username, a.email) as "userName"
		from page t
		left join orders o using (id)
		left join users u on u.uid = t.uid
		left join auth_user a on a.id = t.uid
		order by t.at desc, t.id desc
	`;
}
