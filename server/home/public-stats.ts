import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { type RobuxCents, robuxToWire } from '../../contract/money.ts';
import type { PublicStats } from '../../contract/site/home.ts';

export type Payout = { robloxUsername: string; amount: RobuxCents; paidAt: Date };

const DOTS = '••••';

export function dayOf(ms: number): number {
	return ms - (ms % DAY_MS);
}

/** Hides the length of the name and the exact time, so that users cannot be identified. */
export function inPublic({ robloxUsername, amount, paidAt }: Payout): PublicStats['recentPayouts'][number] {
	const ms = paidAt.getTime();
	return { name: maskName(robloxUsername), amount: robuxToWire(amount), paid_at: ms - (ms % MINUTE_MS) };
}

/** `robin_42` -> `r••••` */
export function maskName(name: string): string {
	return ([...name][0] ?? '') + DOTS;
}
