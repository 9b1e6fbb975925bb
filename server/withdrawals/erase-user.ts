import { sql } from 'kysely';
import { callError } from '../../contract/refusals.ts';
import { cellsOf, type Tx } from '../lib/db/database.ts';
import { eraseEventsOfWithdrawals } from '../lib/event-log.ts';
import { eraseCodes } from './gift-cards/store-codes.ts';
import { eraseEvents } from './payouts/store-events.ts';
import { selectOpen } from './store.ts';

/** Requires the wallet's lock. @throws CallError `aborted` for an open order, because it may still be paid. */
export async function requireNoOpenWithdrawal(tx: Tx, uid: string): Promise<void> {
	const open = await selectOpen(tx, uid);
	if (open) throw callError('aborted', 'withdrawal-open', { orderId: open.orderId });
}

/** Ids, amounts and states stay: they prove the books, and a vendor may still call back. */
export async function eraseWithdrawals(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`
		update withdrawals
		set roblox_username = null, platform_user_id = null, place_id = null, universe_id = null, pass_id = null,
			request_id = null, vendor_status = null, refusal = null
		where uid = ${uid}
	`.execute(tx);
	await eraseEvents(tx, uid);
	await eraseCodes(tx, uid);
	await sql`
		update manual_payouts set roblox_username = null, platform_user_id = null, place_id = null, pass_id = null, reason = null
		where order_id in (select order_id from withdrawals where uid = ${uid})
	`.execute(tx);
	await sql`
		update payout_reviews set note = null
		where order_id in (select order_id from withdrawals where uid = ${uid}) and note is not null
	`.execute(tx);
	const orderIds = await cellsOf<string>(tx)`select order_id from withdrawals where uid = ${uid}`;
	await eraseEventsOfWithdrawals(tx, orderIds);
}
