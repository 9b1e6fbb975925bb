import { type RuleId, ruleOnRow } from '../../../contract/accounts/statements.ts';
import type { Tx } from '../../lib/db/database.ts';
import { addEvents } from '../../lib/outbox.ts';
import { orderMail } from '../../notifications/mail-order.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { clearBan, clearPause, deleteSessionsOf, updateBan, updatePause } from '../store.ts';

type Pause = { uid: string; reason: string; rule?: RuleId };

/** The user can still earn. @returns false if already paused or missing. */
export async function pauseUser(tx: Tx, pause: Pause): Promise<boolean> {
	const isNew = await updatePause(tx, { ...pause, rule: ruleOnRow(pause.rule ?? 'staff') });
	if (isNew) await notifyUser(tx, { uid: pause.uid, kind: 'paused', data: { reason: pause.reason } });
	return isNew;
}

export async function resumeUser(tx: Tx, pause: Pause): Promise<boolean> {
	const wasPaused = await clearPause(tx, pause);
	if (wasPaused) await notifyUser(tx, { uid: pause.uid, kind: 'resumed', data: {} });
	return wasPaused;
}

type Ban = { uid: string; reason: string; atMs: number; rule?: RuleId };

/** @returns false if the user is already banned or has no record. */
export async function banUser(tx: Tx, ban: Ban): Promise<boolean> {
	const isNew = await updateBan(tx, { ...ban, rule: ruleOnRow(ban.rule ?? 'staff') });
	// A sign-in may have raced with an earlier ban.
	await deleteSessionsOf(tx, ban.uid);
	if (!isNew) return false;
	await notifyUser(tx, { uid: ban.uid, kind: 'banned', data: { reason: ban.reason } });
	await orderMail(tx, { kind: 'banned', uid: ban.uid });
	await addEvents(tx, [{ type: 'user.banned', uid: ban.uid, atMs: ban.atMs, data: {} }]);
	return true;
}

export async function unbanUser(tx: Tx, uid: string): Promise<boolean> {
	const wasBanned = await clearBan(tx, uid);
	if (!wasBanned) return false;
	await notifyUser(tx, { uid, kind: 'unbanned', data: {} });
	await orderMail(tx, { kind: 'unbanned', uid });
	return true;
}
