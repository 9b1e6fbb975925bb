import { HOUR_MS } from '../../../contract/durations.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { type OfferwallSettings, selectSettings } from '../booking/store-chargebacks.ts';
import type { Wall } from './wall.ts';

const SETTINGS_AGE_MAX_MS = 5_000;

export type HoldRule = (wall: Wall, reward: RobuxCents) => number | undefined | Promise<number | undefined>;

/** The operator's settings are read every few seconds, not for every postback. */
export function createHoldRule({ db, clock }: { db: Database; clock: Clock }): HoldRule {
	let known: OfferwallSettings | undefined;
	let readAtMs = 0;
	let reading: Promise<OfferwallSettings> | undefined;

	function holdUntil(settings: OfferwallSettings, wall: Wall, reward: RobuxCents, nowMs: number): number | undefined {
		const isLarge = settings.holdAbove !== null && reward > settings.holdAbove;
		const hours = Math.max(wall.holdHours, isLarge ? settings.holdAboveHours : 0);
		return hours > 0 ? nowMs + hours * HOUR_MS : undefined;
	}

	/** Whoever comes meanwhile waits for the same answer: hundreds may. */
	function readAgain(nowMs: number): Promise<OfferwallSettings> {
		reading ??= read(nowMs).finally(() => {
			reading = undefined;
		});
		return reading;
	}

	async function read(nowMs: number): Promise<OfferwallSettings> {
		const settings = await selectSettings(db);
		known = settings;
		readAtMs = nowMs;
		return settings;
	}

	return (wall, reward) => {
		const nowMs = clock.now();
		if (known && nowMs - readAtMs <= SETTINGS_AGE_MAX_MS) return holdUntil(known, wall, reward, nowMs);
		return readAgain(nowMs).then((settings) => holdUntil(settings, wall, reward, nowMs));
	};
}
