import { sql } from 'kysely';
import type { Tx } from '../../lib/db/database.ts';
import { endHolds } from './end-holds.ts';
import { isPendingId } from './offer-transfers.ts';
import { selectUndecidedHolds } from './store-held.ts';

/** Releases timed holds, which the partner owes, and cancels undecided ones. Requires the wallet lock. */
export async function settleHeldCredits(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await endHolds(tx, await selectUndecidedHolds(tx, uid), atMs, ({ transactionId }) =>
		isPendingId(transactionId) ? 'cancelled' : 'released',
	);
}

/** Keeps ids and hashes, to detect repeats. */
export async function eraseOffers(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`
		update transfers set offer_id = null, offer_name = null, reason = null
		where uid = ${uid} and (offer_id, offer_name, reason) is distinct from (null, null, null)
	`.execute(tx);
	await sql`delete from waiting_reversals where uid = ${uid}`.execute(tx);
}
