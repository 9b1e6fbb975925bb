import { sql } from 'kysely';
import type { RobuxCents } from '../../contract/money.ts';
import type { PayoutMethod } from '../../contract/withdrawals/withdrawals.ts';
import { transferWith } from '../ledger/store.ts';
import { cellOf, type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import { prepared } from '../lib/db/prepared.ts';
import type { WithdrawalState } from './withdrawal.ts';

export type NewWithdrawal = {
	uid: string;
	id: string;
	orderId: string;
	requestId: string | null;
	amount: RobuxCents;
	method: PayoutMethod;
	/** R$ of a pass, or US cents of a gift card. */
	price: number;
	robloxUsername: string | null;
	platformUserId: number | null;
	placeId: number | null;
	universeId: number | null;
	passId: number | null;
	vendor: string;
	isPreOrder: boolean;
	createdAt: Date;
};

export type WithdrawalRow = NewWithdrawal & {
	state: WithdrawalState;
	attempts: number;
	firstSentAt: Date | null;
	lastSentAt: Date | null;
	resentAt: Date | null;
	isAcknowledged: boolean;
	asks: number;
	leaseUntil: Date | null;
	fence: number;
	refusal: string | null;
};

export type WithdrawalKey = { uid: string; id: string };
export type HistoryRow = Pick<
	WithdrawalRow,
	'id' | 'orderId' | 'amount' | 'state' | 'refusal' | 'createdAt' | 'method'
> & { screenedUntil: Date | null; paidBy: number | null };
export type LifeRow = HistoryRow & {
	price: number | null;
	robloxUsername: string | null;
	screenedAt: Date | null;
	firstSentAt: Date | null;
	updatedAt: Date;
};
export type ChangedRow = HistoryRow & { version: number };

export function priceToWire<Price extends number | null>({ method, price }: { method: PayoutMethod; price: Price }) {
	return method === 'gift-card' && price !== null ? price / 100 : price;
}

export const openStates = sql`('requested', 'screening', 'sending', 'unknown', 'needs-review')`;

export const columnsText = `uid, id, order_id as "orderId", request_id as "requestId", state, amount, price,
	roblox_username as "robloxUsername", platform_user_id as "platformUserId", place_id as "placeId",
	universe_id as "universeId", pass_id as "passId", vendor, is_pre_order as "isPreOrder", attempts,
	first_sent_at as "firstSentAt", last_sent_at as "lastSentAt", resent_at as "resentAt",
	is_acknowledged as "isAcknowledged", asks, lease_until as "leaseUntil", fence, refusal, created_at as "createdAt", method`;

export const columns = sql.raw(columnsText);

const historyColumns = sql`id, order_id as "orderId", amount, state, refusal, created_at as "createdAt", case when state = 'screening'
	then (select until from screenings s where s.uid = withdrawals.uid and s.withdrawal_id = withdrawals.id) end
	as "screenedUntil", case when state = 'completed' then (
		select id from ${transferWith('withdrawals.uid', "('withdrawal/' || withdrawals.id || '/paid')")} t where kind = 'withdrawal-paid'
	) end as "paidBy", method`;

const importedColumns = sql`key, name, amount, status, null, at, null::timestamptz, null::bigint, 'game-pass'`;

/** Runs under the wallet's lock, so that a new version is the highest. */
const insert = prepared(
	'insert_withdrawal',
	`insert into withdrawals (uid, id, order_id, request_id, amount, price, roblox_username, platform_user_id,
		place_id, universe_id, pass_id, vendor, is_pre_order, next_ask_at, created_at, updated_at, method, version)
	select $1::uuid, $2::uuid, $3, $4::uuid, $5::bigint, $6::integer, $7, $8::bigint, $9::bigint, $10::bigint, $11::bigint, $12,
		$13::boolean, $14::timestamptz, $14, $14, $15, coalesce(max(version), 0) + 1
	from withdrawals where uid = $1
	-- RETURNING makes every engine insert instead of copy, as a copy has no SQLSTATE of its own for a duplicate.
	returning true as done`,
);

/** Requires the wallet's lock. */
export async function insertWithdrawal(tx: Tx, row: NewWithdrawal): Promise<void> {
	await insert(
		tx,
		row.uid,
		row.id,
		row.orderId,
		row.requestId,
		row.amount,
		row.price,
		row.robloxUsername,
		row.platformUserId,
		row.placeId,
		row.universeId,
		row.passId,
		row.vendor,
		row.isPreOrder,
		row.createdAt,
		row.method,
	);
}

export async function selectOpen(db: Database | Tx, uid: string) {
	return rowOf<WithdrawalRow>(db)`select ${columns} from withdrawals where uid = ${uid} and state in ${openStates}`;
}

export async function selectHistory(
	db: Database,
	uid: string,
	limit: number,
	before: { createdAt: Date; id: string } | undefined,
): Promise<HistoryRow[]> {
	const after = before ? sql`and (created_at, id) < (${before.createdAt}, ${before.id}::uuid)` : sql``;
	const afterImported = before ? sql`and (at, key) < (${before.createdAt}, ${before.id}::uuid)` : sql``;
	return rowsOf<HistoryRow>(db)`
		(select ${historyColumns} from withdrawals where uid = ${uid} ${after} order by created_at desc, id desc limit ${limit})
		union all
		(select ${importedColumns} from imported_history where uid = ${uid} and kind = 'withdrawal' ${afterImported}
			order by at desc, key desc limit ${limit})
		order by "createdAt" desc, id desc limit ${limit}
	`;
}

export async function selectLife(db: Database, uid: string, id: string): Promise<LifeRow | undefined> {
	return rowOf<LifeRow>(db)`
		select ${historyColumns}, price, roblox_username as "robloxUsername", first_sent_at as "firstSentAt",
			updated_at as "updatedAt", (
				select started_at from screenings s where s.uid = withdrawals.uid and s.withdrawal_id = withdrawals.id
			) as "screenedAt"
		from withdrawals where uid = ${uid} and id = ${id}
		union all
		select ${importedColumns}, null::integer, null, null::timestamptz, at, null::timestamptz from imported_history
		where uid = ${uid} and kind = 'withdrawal' and key = ${id}
	`;
}

export async function selectChangesSince(db: Database, uid: string, version: number, limit: number) {
	return rowsOf<ChangedRow>(db)`
		select ${historyColumns}, version from withdrawals where uid = ${uid} and version > ${version}
		order by version limit ${limit}
	`;
}

export async function selectLatestVersion(db: Database, uid: string): Promise<number> {
	return (
		(await cellOf<number>(db)`
		select coalesce(max(version), 0)::bigint as version from withdrawals where uid = ${uid}
	`) ?? 0
	);
}
