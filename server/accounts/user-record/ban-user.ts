import type { Tx } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { clearBan, deleteSessionsOf, updateBan } from '../store.ts';

export type Ban = { uid: string; reason: string; atMs: number };

/**
 * Bans a user within the transaction of what they are banned for, and ends all their sessions with it: from its commit
 * on every call is refused with the reason, and open streams close within a second. A mail tells them, and a notice for when they are back.
 *
 * @param ban.reason a sentence that the user is shown.
 * @returns false when the user was banned already (the first reason stays) or has no record.
 */
export async function banUser(tx: Tx, ban: Ban): Promise<boolean> {
	const isNew = await updateBan(tx, ban);
	// A second ban still ends sessions: one may have been opened by a sign-in that had just read "not banned".
	await deleteSessionsOf(tx, ban.uid);
	if (!isNew) return false;
	await notifyUser(tx, { uid: ban.uid, kind: 'banned', data: { reason: ban.reason } });
	await orderMail(tx, { kind: 'banned', uid: ban.uid });
	return true;
}

/**
 * Lifts a ban: the user can sign in again and finds everything as it was. A mail and a notice tell them.
 * @returns false when there was no ban.
 */
export async function unbanUser(tx: Tx, uid: string): Promise<boolean> {
	const wasBanned = await clearBan(tx, uid);
	if (!wasBanned) return false;
	await notifyUser(tx, { uid, kind: 'unbanned', data: {} });
	await orderMail(tx, { kind: 'unbanned', uid });
	return true;
}
