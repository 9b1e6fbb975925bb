import { HOUR_MS } from '../../../contract/durations.ts';
import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import type { Hold } from '../booking/event-item.ts';
import type { Wall } from './wall.ts';

/** Larger credits are held: no offer pays more, and a stolen secret would. */
export const LARGE_CREDIT = asRobuxCents(2_000_00);
/** How long a credit is held that is large, or beyond what its wall may pay in an hour. */
export const SUSPICIOUS_HOLD_HOURS = 72;

/** Returns how a credit of this wall is held; undefined: it is not. */
export function holdOf({ holdHours }: Pick<Wall, 'holdHours'>, reward: RobuxCents, nowMs: number): Hold | undefined {
	const isLarge = reward > LARGE_CREDIT;
	const hours = Math.max(holdHours, isLarge ? SUSPICIOUS_HOLD_HOURS : 0);
	if (hours === 0) return undefined;
	return { untilMs: nowMs + hours * HOUR_MS, cause: isLarge ? 'amount' : undefined };
}
