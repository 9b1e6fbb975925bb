import { sql } from 'kysely';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';
import type { WithdrawalKey } from '../store.ts';
import type { PayoutOrder } from '../vendors/vendor.ts';

export type ManualPayoutState = 'waiting' | 'taken' | 'paid' | 'refused';

export type ManualPayoutRow = {
	orderId: string;
	state: ManualPayoutState;
	robloxUsername: string | null;
	platformUserId: number | null;
	placeId: number | null;
	passId: number | null;
	net: number;
	price: number;
	takenBy: string | null;
	purchaseReference: string | null;
	reason: string | null;
	createdAt: Date;
};

const columns = sql`order_id as "orderId", state, roblox_username as "robloxUsername",
	platform_user_id as "platformUserId", place_id as "placeId", pass_id as "passId", net, price, taken_by as "takenBy",
	purchase_reference as "purchaseReference", reason, created_at as "createdAt"`;

export async function insertManualPayout(db: Database, order: PayoutOrder, now: Date): Promise<boolean> {
	const rows = await rowsOf(db)`
		insert into manual_payouts (order_id, state, roblox_username, platform_user_id, place_id, pass_id, net, price,
			created_at, changed_at)
		values (${order.orderId}, 'waiting', ${order.robloxUsername}, ${order.platformUserId}, ${order.placeId},
			${order.passId}, ${order.net}, ${order.price}, ${now}, ${now})
		on conflict (order_id) do nothing
		returning order_id
	`;
	return rows.length > 0;
}

export async function selectManualPayout(db: Database, orderId: string): Promise<ManualPayoutRow | undefined> {
	return rowOf<ManualPayoutRow>(db)`
		select ${columns} from manual_payouts where order_id = ${orderId}
	`;
}

export async function lockManualPayout(tx: Tx, orderId: string): Promise<ManualPayoutRow | undefined> {
	return rowOf<ManualPayoutRow>(tx)`
		select ${columns} from manual_payouts where order_id = ${orderId} for update
	`;
}

type ListedManualPayout = ManualPayoutRow & { takerName: string | null };

export async function selectOpenManualPayouts(db: Database, limit: number): Promise<ListedManualPayout[]> {
	return rowsOf<ListedManualPayout>(db)`
		select p.*, a.email as "takerName" from (
			select ${columns} from manual_payouts where state in ('waiting', 'taken') order by created_at, order_id limit ${limit}
		) p
		left join auth_user a on a.id = p."takenBy"
		order by p."createdAt", p."orderId"
	`;
}

export type ManualPayoutChange = {
	state: ManualPayoutState;
	takenBy: string | null;
	purchaseReference?: string;
	reason?: string;
};

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
	return rowOf<WithdrawalKey>(tx)`
		select uid, id from withdrawals where order_id = ${orderId} and vendor = 'manual'
	`;
}

export async function isPurchaseReferenceUsed(tx: Tx, purchaseReference: string): Promise<boolean> {
	const rows = await rowsOf(tx)`
		select from manual_payouts where purchase_reference = ${purchaseReference}
	`;
	return rows.length > 0;
}
