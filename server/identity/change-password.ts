import type { Clock } from '../lib/clock.ts';
import { type Database, inTransaction } from '../lib/database.ts';
import { orderMail } from '../notifications/mail-order.ts';
import { deleteActionCodesOf, upsertPassword } from './account-store.ts';
import { deleteOtherSessions } from './session-store.ts';

/** Gives the account its new password and ends every session but this one. The caller has proved who they are. */
export async function changePassword(
	{ db, clock }: { db: Database; clock: Clock },
	{ uid, sessionId, passwordHash }: { uid: string; sessionId: string; passwordHash: string },
): Promise<void> {
	await inTransaction(db, async (tx) => {
		await upsertPassword(tx, { uid, passwordHash, nowMs: clock.now() });
		await deleteActionCodesOf(tx, uid);
		await deleteOtherSessions(tx, { uid, keepId: sessionId });
		await orderMail(tx, { kind: 'password-changed', uid });
	});
}
