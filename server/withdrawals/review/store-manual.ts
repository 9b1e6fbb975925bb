import { sql } from 'kysely';
import type { AdminManualPayout, ListedManualPayout } from '../../../contract/withdrawals/manual-payouts.ts';
import { type Database, datesToMs, hasRow, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { priceToWire, type WithdrawalKey } from '../store.ts';
import type { PayoutOrder } from '../vendors/vendor.ts';

/** Personal fields are null after account deletion. */
export type ManualPayoutRow = InDates<AdminManualPayout, 'created_at'>;

const columns = sql`order_id, state, method, roblox_username, platform_user_id as roblox_user_id, place_id, pass_id, net, price,
	taken_by, purchase_reference, reason, created_at`;

export async function insertManualPayout(db: Database, order: PayoutOrder, now: Date): Promise<boolean> {
	const { orderId, method, net, product } = order;
	const pass = method === 'game-pass' ? { ...order.recipient, ...order.product } : undefined;
	return hasRow(db)`
		insert into manual_payouts (order_id, state, method, roblox_username, platform_user_id, place_id, pass_id, net, price,
			created_at, changed_at)
		values (${orderId}, 'waiting', ${method}, ${pass?.robloxUsername ?? null}, ${pass?.platformUserId ?? null},
			${pass?.placeId ?? null}, ${pass?.passId ?? null}, ${net}, ${product.price}, ${now}, ${now})
		on conflict (order_id) do nothing
		returning order_id
	`;
}

export async function selectManualPayout(db: Database, orderId: string): Promise<ManualPayoutRow | undefined> {
	return rowOf<ManualPayoutRow>(db)`select ${columns} from manual_payouts where order_id = ${orderId}`;
}

export async function lockManualPayout(tx: Tx, orderId: string): Promise<ManualPayoutRow | undefined> {
	return rowOf<ManualPayoutRow>(tx)`select ${columns} from manual_payouts where order_id = ${orderId} for update`;
}

export function selectOpenManualPayouts(db: Database, limit: number) {
	return rowsOf<InDates<ListedManualPayout, 'created_at'>>(db)`
		select p.*, a.email as taker_name from (
			select ${columns} from manual_payouts where state in ('waiting', 'taken') order by created_at, order_id limit ${limit}
		) p
		left join auth_user a on a.id = p.taken_by
		order by p.created_at, p.order_id
	`;
}

export type ManualPayoutChange = {
	state: ManualPayoutRow['state'];
	takenBy: string | null;
	purchaseReference?: string;
	reason?: string;
};

export function manualPayoutToWire<Row extends ManualPayoutRow>(row: Row) {
	return { ...datesToMs(row), price: priceToWire(row) };
}

export async function updateManualPayout(
	tx: Tx,
	orderId: string,
	{ state, takenBy, purchaseReference, reason }: ManualPayoutChange,
	now: Date,
): Promise<void> {
	await sql`
		update manual_payouts
		set state = ${state}, taken_by = ${takenBy}, purchase_reference = ${purchaseReference ?? null},
			reason = ${reason ?? null}, changed_at = ${now}
		where order_id = ${orderId}
	`.execute(tx);
}

export async function selectWithdrawal(tx: Tx | Database, orderId: string): Promise<WithdrawalKey | undefined> {
	return rowOf<WithdrawalKey>(tx)`select uid, id from withdrawals where order_id = ${orderId} and vendor = 'manual'`;
}

export async function isPurchaseReferenceUsed(tx: Tx, purchaseReference: string): Promise<boolean> {
	return hasRow(tx)`select from manual_payouts where purchase_reference = ${purchaseReference}`;
}
