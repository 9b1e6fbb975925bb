import { openWallet } from '../../ledger/wallet.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { insertUser } from '../store.ts';

/**
 * Gives the account its user record and its wallet. Doing it again changes nothing.
 *
 * better-auth commits an account before it tells us, so the two cannot be one transaction: whoever meets an account
 * without a record (its first call, `createUser`) makes up for a crash in between.
 */
export async function ensureUserRecord(deps: { db: Database; clock: Clock }, uid: string): Promise<void> {
	await inTransaction(deps.db, async (tx) => {
		await insertUser(tx, { uid, nowMs: deps.clock.now() });
		await openWallet(tx, uid);
	});
}
