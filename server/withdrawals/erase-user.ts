import { sql } from 'kysely';
import { CallError } from '../../contract/errors.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Tx } from '../lib/db/database.ts';
import { eraseEventsOfOrders } from '../lib/event-log.ts';
import { eraseEvents } from './payouts/store-events.ts';
import { selectOpen } from './store.ts';

/**
 * An order that is under way has to come to its end first: it may still be paid, or come back. The caller holds the
 * wallet's lock, under which orders are opened and closed.
 *
 * @throws CallError `aborted` while there is one.
 */
export async function requireNoOpenWithdrawal(tx: Tx, uid: string): Promise<void> {
	const open = await selectOpen(tx, uid);
	if (open) throw new CallError('aborted', refusal('withdrawal-open', { orderId: open.orderId }));
}

/**
 * Erases who was paid and where. Order ids, amounts and states stay: they prove the books, and a vendor that calls back
 * about an old order still finds it closed. What the vendor said goes too, because it may name the person.
 */
export async function eraseWithdrawals(tx: Tx, uid: string): Promise<void> {
	await sql`
		update withdrawals
		set roblox_username = null, platform_user_id = null, place_id = null, universe_id = null, pass_id = null,
			request_id = null, vendor_status = null, refusal = null
		where uid = ${uid}
	`.execute(tx);
	await eraseEvents(tx, uid);
	await sql`
		update manual_payouts set roblox_username = null, platform_user_id = null, place_id = null, pass_id = null, reason = null
		where order_id in (select order_id from withdrawals where uid = ${uid})
	`.execute(tx);
	await sql`
		update payout_reviews set note = null
		where order_id in (select order_id from withdrawals where uid = ${uid}) and note is not null
	`.execute(tx);
	await sql`update payout_settlements set reason = null, proof = null where uid = ${uid}`.execute(tx);
	const { rows } = await sql<{ orderId: string }>`
		select order_id as "orderId" from withdrawals where uid = ${uid}
	`.execute(tx);
	await eraseEventsOfOrders(
		tx,
		rows.map(({ orderId }) => orderId),
	);
}
