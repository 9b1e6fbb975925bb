import { type RuleId, ruleOnRow } from '../../../contract/accounts/statements.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { clearPause, selectPausedBy, updatePause } from '../store.ts';

export type Pause = {
	uid: string;
	reason: string;
	/** A person's own, where none is named. */
	rule?: RuleId;
};

/** The user stays signed in and keeps earning. @returns false when paused already (the first reason stays) or not there. */
export async function pauseUser(tx: Tx, pause: Pause): Promise<boolean> {
	const isNew = await updatePause(tx, { ...pause, rule: ruleOnRow(pause.rule ?? 'staff') });
	if (isNew) await notifyUser(tx, { uid: pause.uid, kind: 'paused', data: { reason: pause.reason } });
	return isNew;
}

/** Ends a pause that was made for this reason, and tells the user. @returns whether there was one. */
export async function resumeUser(tx: Tx, pause: Pause): Promise<boolean> {
	const wasPaused = await clearPause(tx, pause);
	if (wasPaused) await notifyUser(tx, { uid: pause.uid, kind: 'resumed', data: {} });
	return wasPaused;
}

export async function listPausedBy(db: Database, rule: RuleId): Promise<Pause[]> {
	return selectPausedBy(db, rule);
}
