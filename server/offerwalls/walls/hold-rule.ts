import { HOUR_MS } from '../../../contract/durations.ts';
import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import { type OfferwallSettings, selectSettings } from '../booking/chargebacks/store-chargebacks.ts';
import type { Hold } from '../booking/event-item.ts';
import type { Wall } from './wall.ts';

const SETTINGS_AGE_MAX_MS = 5_000;

/** More than this in one credit is held back whatever anybody has set: no offer pays it, and a stolen secret would. */
export const LARGE_CREDIT = asRobuxCents(2_000_00);

type HoldOf = (reward: RobuxCents) => Hold | undefined;
export type HoldRule = (wall: Wall) => HoldOf | Promise<HoldOf>;

/** The operator's settings are read every few seconds, not for every postback. */
export function createHoldRule({ db, clock }: { db: Database; clock: Clock }): HoldRule {
	let known: OfferwallSettings | undefined;
	let readAtMs = 0;
	let reading: Promise<OfferwallSettings> | undefined;

	function ruleOf(settings: OfferwallSettings, wall: Wall, nowMs: number): HoldOf {
		return (reward) => {
			const isLarge = reward > Math.min(settings.holdAbove ?? LARGE_CREDIT, LARGE_CREDIT);
			const hours = Math.max(wall.holdHours, isLarge ? settings.holdAboveHours : 0);
			if (hours === 0) return undefined;
			return { untilMs: nowMs + hours * HOUR_MS, cause: isLarge ? 'amount' : undefined };
		};
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

	return (wall) => {
		const nowMs = clock.now();
		if (known && nowMs - readAtMs <= SETTINGS_AGE_MAX_MS) return ruleOf(known, wall, nowMs);
		return readAgain(nowMs).then((settings) => ruleOf(settings, wall, nowMs));
	};
}
