import { HOUR_MS } from '../../../../contract/durations.ts';
import { asRobuxCents, type RobuxCents } from '../../../../contract/money.ts';
import type { Hold } from '../../booking/event-item.ts';
import type { Wall } from '../wall.ts';

/** No genuine credit is larger, but a forged one may be. */
export const LARGE_CREDIT = asRobuxCents(2_000_00);
/** Hold of large credits and of credits beyond the wall's hourly limit. */
export const SUSPICIOUS_HOLD_HOURS = 72;

/** True if everyone who knows the path key or the shared secret can forge postbacks. */
export function isUnprotected({ partner, allowedIps }: Pick<Wall, 'partner' | 'allowedIps'>): boolean {
	return ['none', 'shared-secret'].includes(partner.signature.scheme) && allowedIps.length === 0;
}

export function holdOf(
	wall: Pick<Wall, 'holdHours' | 'partner' | 'allowedIps' | 'unprotectedUntilMs'>,
	reward: RobuxCents,
	nowMs: number,
): Hold | undefined {
	if (isUnprotected(wall) && nowMs >= wall.unprotectedUntilMs) return { untilMs: null, cause: 'unprotected' };
	const { holdHours } = wall;
	const isLarge = reward > LARGE_CREDIT;
	const hours = Math.max(holdHours, isLarge ? SUSPICIOUS_HOLD_HOURS : 0);
	if (hours === 0) return undefined;
	return { untilMs: nowMs + hours * HOUR_MS, cause: isLarge ? 'amount' : undefined };
}
