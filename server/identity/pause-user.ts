import type { Database, Tx } from '../lib/database.ts';
import { clearPause, selectPausedFor, updatePause } from './store.ts';

export type Pause = {
	uid: string;
	/** A sentence that the user is shown. */
	reason: string;
};

/**
 * Pauses withdrawals; the user stays signed in and keeps earning.
 * @returns false when they are paused already (the first reason stays) or there is no record.
 */
export async function pauseUser(tx: Tx, pause: Pause): Promise<boolean> {
	return updatePause(tx, pause);
}

/** Ends a pause that was made for this reason. @returns whether there was one. */
export async function resumeUser(tx: Tx, pause: Pause): Promise<boolean> {
	return clearPause(tx, pause);
}

export async function listPausedFor(db: Database, reason: string): Promise<string[]> {
	return selectPausedFor(db, reason);
}
