import { type RuleId, ruleOnRow } from '../../../contract/accounts/statements.ts';
import type { Tx } from '../../lib/db/database.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { clearBan, deleteSessionsOf, updateBan } from '../store.ts';

/** `rule`: a person's own, where none is named. */
export type Ban = { uid: string; reason: string; atMs: number; rule?: RuleId };

/** Ends all sessions, and tells the user. `reason`: shown. @returns false for who was banned already or has no record. */
export async function banUser(tx: Tx, ban: Ban): Promise<boolean> {
	const isNew = await updateBan(tx, { ...ban, rule: ruleOnRow(ban.rule ?? 'staff') });
	// A second ban still ends sessions: one may have been opened by a sign-in that had just read "not banned".
	await deleteSessionsOf(tx, ban.uid);
	if (!isNew) return false;
	await notifyUser(tx, { uid: ban.uid, kind: 'banned', data: { reason: ban.reason } });
	await orderMail(tx, { kind: 'banned', uid: ban.uid });
	return true;
}

/** Lifts a ban: everything is as it was, and the user is told. @returns false when there was no ban. */
export async function unbanUser(tx: Tx, uid: string): Promise<boolean> {
	const wasBanned = await clearBan(tx, uid);
	if (!wasBanned) return false;
	await notifyUser(tx, { uid, kind: 'unbanned', data: {} });
	await orderMail(tx, { kind: 'unbanned', uid });
	return true;
}
