import { HOUR_MS } from '../../../../contract/durations.ts';
import { asRobuxCents, type RobuxCents } from '../../../../contract/money.ts';
import { inRanges } from '../../../lib/http/addresses.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { isSameText } from '../../../lib/secrets/same-text.ts';
import type { Hold } from '../../booking/event-item.ts';
import { rejectionReasons } from '../../postbacks/received-postback.ts';
import type { Wall } from '../wall.ts';

/** Checks path key and IP address before the signature. @returns the objection, for the log. */
export function guardWall(wall: Wall, pathKey: string | undefined, ip: string): string | undefined {
	// A path key that the wall does not have is refused, or the operator would rely on missing protection.
	if (!isSameText(wall.pathKey ?? '', pathKey ?? '')) return rejectionReasons.pathKey;
	if (!isAllowedAt(wall)(ip)) return rejectionReasons.notThePartner;
	return undefined;
}

const isAllowedAt = oncePer(({ allowedIps }: Wall) => (allowedIps.length > 0 ? inRanges(allowedIps) : () => true));

/** No genuine credit is larger, but a forged one may be. */
export const LARGE_CREDIT = asRobuxCents(2_000_00);
/** Hold of large credits and of credits beyond the wall's hourly limit. */
export const SUSPICIOUS_HOLD_HOURS = 72;

/** True if everyone who knows the path key or the shared secret can forge postbacks. */
export function isUnprotected({ partner, allowedIps }: Pick<Wall, 'partner' | 'allowedIps'>): boolean {
	return ['none', 'shared-secret'].includes(partner.signature.scheme) && allowedIps.length === 0;
}

type Holding = Pick<Wall, 'holdHours' | 'partner' | 'allowedIps' | 'unprotectedUntilMs'>;

export function holdOf(wall: Holding, reward: RobuxCents, nowMs: number): Hold | undefined {
	if (isUnprotected(wall) && nowMs >= wall.unprotectedUntilMs) return { untilMs: null, cause: 'unprotected' };
	const { holdHours } = wall;
	const isLarge = reward > LARGE_CREDIT;
	const hours = Math.max(holdHours, isLarge ? SUSPICIOUS_HOLD_HOURS : 0);
	if (hours === 0) return undefined;
	return { untilMs: nowMs + hours * HOUR_MS, cause: isLarge ? 'amount' : undefined };
}
