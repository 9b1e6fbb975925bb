import { type RuleId, ruleOnRow } from '../../../contract/accounts/statements.ts';
import type { Tx } from '../../lib/db/database.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import { clearPause, updatePause } from '../store.ts';

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
