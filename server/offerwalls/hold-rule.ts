import type { RobuxCents } from '../../contract/money.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database } from '../lib/database.ts';
import { type OfferwallSettings, selectSettings } from './store-chargebacks.ts';
import type { Wall } from './wall.ts';

const SETTINGS_AGE_MAX_MS = 5_000;
const HOUR_MS = 3_600_000;

/** Until when a credit is held back, if it is. */
export type HoldRule = (wall: Wall, reward: RobuxCents) => Promise<number | undefined>;

/** The operator's settings are read every few seconds, not for every callback. */
export function createHoldRule({ db, clock }: { db: Database; clock: Clock }): HoldRule {
	let known: OfferwallSettings | undefined;
	let readAtMs = 0;

	return async (wall, reward) => {
		const nowMs = clock.now();
		if (!known || nowMs - readAtMs > SETTINGS_AGE_MAX_MS) {
			known = await selectSettings(db);
			readAtMs = nowMs;
		}
		const isLarge = known.holdAbove !== null && reward > known.holdAbove;
		const hours = Math.max(wall.holdHours, isLarge ? known.holdAboveHours : 0);
		return hours > 0 ? nowMs + hours * HOUR_MS : undefined;
	};
}
