import { sql } from 'kysely';
import { rules } from '../../../contract/accounts/statements.ts';
import type {
	AdminPayoutReview,
	AdminSettlement,
	ListedPayoutReview,
} from '../../../contract/withdrawals/payout-reviews.ts';
import { type Database, hasRow, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { WithdrawalRow } from '../store.ts';

export type SettlementRow = InDates<
	Omit<AdminSettlement, 'is_own' | 'proposal'>,
	'proposed_at' | 'applies_at' | 'decided_at'
>;

/** `overtaken`: the order closed before the proposal was decided. */
const columns = sql`s.id, s.order_id, s.uid, s.outcome, s.reason, s.proof,
	case when s.state = 'waiting' and w.state in ('completed', 'failed') then 'overtaken' else s.state end as state,
	s.proposed_by, s.proposed_at, s.applies_at, s.decided_by, s.decided_at`;
const fromBoth = sql`from payout_settlements s join withdrawals w on w.order_id = s.order_id and w.uid = s.uid`;

export function selectSettlement(db: Database | Tx, id: string): Promise<SettlementRow | undefined> {
	return rowOf<SettlementRow>(db)`select ${columns} ${fromBoth} where s.id = ${id}`;
}

export async function selectSettlementsOf(db: Database, orderId: string): Promise<SettlementRow[]> {
	return rowsOf<SettlementRow>(db)`
		select ${columns} ${fromBoth} where s.order_id = ${orderId} order by s.proposed_at desc, s.id
	`;
}

export async function selectSettlementsOfUser(tx: Tx, uid: string, limit: number): Promise<SettlementRow[]> {
	return rowsOf<SettlementRow>(tx)`
		select ${columns} ${fromBoth} where s.uid = ${uid} order by s.proposed_at desc, s.id limit ${limit}
	`;
}

export async function isProofUsed(db: Database, proof: string): Promise<boolean> {
	return hasRow(db)`
		select from payout_settlements where proof = ${proof} and state in ('waiting', 'settled')
		union all select from manual_payouts where purchase_reference = ${proof}
	`;
}

export async function updateOvertaken(tx: Tx, id: string, at: Date): Promise<boolean> {
	return hasRow(tx)`
		update payout_settlements set state = 'overtaken', decided_at = ${at} where id = ${id} and state = 'waiting'
		returning id
	`;
}

export type Review = InDates<AdminPayoutReview, 'found_at'>;

export type ClosedWithdrawal = Pick<WithdrawalRow, 'uid' | 'id' | 'orderId' | 'vendor' | 'amount' | 'price'> & {
	state: 'completed' | 'failed';
	robloxUsername: string | null;
	updatedAt: Date;
	isSettled: boolean;
};

type ToReconcile = {
	closedBefore: Date;
	vendors: readonly string[];
	after: Pick<ClosedWithdrawal, 'updatedAt' | 'id'> | undefined;
	limit: number;
};

export async function selectToReconcile(db: Database, { closedBefore, vendors, after, limit }: ToReconcile) {
	const later = after ? sql`and (updated_at, id) > (${after.updatedAt}, ${after.id}::uuid)` : sql``;
	return rowsOf<ClosedWithdrawal>(db)`
		select uid, id, order_id as "orderId", vendor, state, amount, price, roblox_username as "robloxUsername",
			updated_at as "updatedAt", exists (
				select from payout_settlements s where s.order_id = withdrawals.order_id and s.state = 'settled'
			) as "isSettled"
		from withdrawals
		where state in ('completed', 'failed') and attempts > 0 and reconciled_at is null
			and updated_at < ${closedBefore} and vendor = any(${vendors}::text[]) ${later}
		order by updated_at, id limit ${limit}
	`;
}

export async function markReconciled(tx: Tx, { uid, id }: Pick<ClosedWithdrawal, 'uid' | 'id'>, now: Date) {
	await sql`update withdrawals set reconciled_at = ${now} where uid = ${uid} and id = ${id}`.execute(tx);
}

export async function selectIsOurs(db: Database, vendor: string, orderId: string): Promise<boolean> {
	return hasRow(db)`select from withdrawals where vendor = ${vendor} and order_id = ${orderId}`;
}

export async function purgeReconciled(db: Database, vendor: string, orderId: string): Promise<boolean> {
	return hasRow(db)`
		update withdrawals set reconciled_at = null where vendor = ${vendor} and order_id = ${orderId} returning id
	`;
}

export async function insertReview(
	db: Database | Tx,
	{ vendor, order_id, uid, kind, details, found_at }: Omit<Review, 'id'>,
): Promise<boolean> {
	return hasRow(db)`
		insert into payout_reviews (vendor, order_id, uid, kind, details, rule_version, found_at)
		values (${vendor}, ${order_id}, ${uid}, ${kind}, ${JSON.stringify(details)}, ${rules['vendor-differs'].version}, ${found_at})
		on conflict (order_id, kind) do nothing
		returning id
	`;
}

export function selectOpenReviews(db: Database, limit: number) {
	return rowsOf<InDates<ListedPayoutReview, 'found_at'>>(db)`
		select r.id, vendor, order_id, r.uid, kind, details, found_at, coalesce(u.roblox_username, a.email) as user_name
		from payout_reviews r left join users u using (uid) left join auth_user a on a.id = r.uid
		where resolved_at is null order by r.id limit ${limit}
	`;
}

export function resolveReview(tx: Tx, id: number, { by, note, now }: { by: string; note: string; now: Date }) {
	return rowOf<Pick<Review, 'kind' | 'uid'> & { orderId: string }>(tx)`
		update payout_reviews set resolved_at = ${now}, resolved_by = ${by}, note = ${note}
		where id = ${id} and resolved_at is null
		returning order_id as "orderId", kind, uid
	`;
}
