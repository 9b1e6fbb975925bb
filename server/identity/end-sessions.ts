import { type Database, inTransaction } from '../lib/database.ts';
import { deleteSessionsOf } from './store.ts';

/**
 * Signs a user out everywhere, on every node: calls are refused from the next one on, and open streams close within a
 * second. For admins, and for whatever makes all earlier sign-ins doubtful.
 */
export async function endSessions({ db }: { db: Database }, uid: string): Promise<void> {
	await inTransaction(db, (tx) => deleteSessionsOf(tx, uid));
}
