import { sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';
import { endHolds } from './end-holds.ts';
import { isPendingId } from './offer-transfers.ts';
import { selectUndecidedHolds } from './store-held.ts';

/**
 * Ends whatever is held back: what waits for its time is released, as the partner owes it; what is undecided goes back.
 * The caller holds the wallet's lock.
 */
export async function settleHeldCredits(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await endHolds(tx, await selectUndecidedHolds(tx, uid), atMs, ({ transactionId }) =>
		isPendingId(transactionId) ? 'cancelled' : 'released',
	);
}

/** Erases what offers were. Ids and hashes stay, to know a repeat by. */
export async function eraseOffers(tx: Tx, uid: string): Promise<void> {
	await sql`
		update transfers set offer_id = null, offer_name = null, reason = null
		where uid = ${uid} and (offer_id, offer_name, reason) is distinct from (null, null, null)
	`.execute(tx);
	await sql`delete from waiting_reversals where uid = ${uid}`.execute(tx);
}
