import { sql } from 'kysely';
import type { Tx } from '../lib/db/database.ts';
import { enqueue } from '../lib/jobs/jobs.ts';
import { endHolds } from './booking/end-holds.ts';
import { isPendingId } from './booking/offer-transfers.ts';
import { selectUndecidedHolds } from './booking/store-held.ts';
import { ERASE_CALLBACKS_TASK } from './postbacks/erase-postbacks.ts';

/**
 * Ends whatever is held back, so that nothing is pending. A credit that waits for its time is released: the partner owes
 * us its $ whoever is here to spend it, and so what was earned stays as it is. One that the partner has not decided goes
 * back to the partner, which owes nothing for it yet.
 *
 * The caller holds the wallet's lock.
 */
export async function settleHeldCredits(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await endHolds(tx, await selectUndecidedHolds(tx, uid), atMs, ({ transactionId }) =>
		isPendingId(transactionId) ? 'cancelled' : 'released',
	);
}

/**
 * Erases what the offers were and why they were taken back, and orders the same for the log of postbacks. Ids of
 * transactions and hashes stay: by them, a postback that comes again is known to have been booked.
 */
export async function eraseOffers(tx: Tx, uid: string): Promise<void> {
	await sql`
		update transfers set offer_id = null, offer_name = null, reason = null
		where uid = ${uid} and (offer_id, offer_name, reason) is distinct from (null, null, null)
	`.execute(tx);
	await sql`delete from waiting_reversals where uid = ${uid}`.execute(tx);
	await enqueue(tx, ERASE_CALLBACKS_TASK, {}, ERASE_CALLBACKS_TASK);
}
