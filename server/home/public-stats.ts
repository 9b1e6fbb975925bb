import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { PublicStats } from '../../contract/home.ts';
import { type RobuxCents, robuxToWire } from '../../contract/money.ts';

export type Payout = { robloxUsername: string; amount: RobuxCents; paidAt: Date };

const DOTS = '••••';

/** The day's start (UTC), in ms since the epoch. */
export function dayOf(ms: number): number {
	return ms - (ms % DAY_MS);
}

/** Neither the name's length nor the second is told, so that nobody finds a user by them. */
export function inPublic({ robloxUsername, amount, paidAt }: Payout): PublicStats['recentPayouts'][number] {
	const ms = paidAt.getTime();
	return { name: maskName(robloxUsername), amount: robuxToWire(amount), paid_at: ms - (ms % MINUTE_MS) };
}

/** `robin_42` -> `r••••` */
export function maskName(name: string): string {
	return ([...name][0] ?? '') + DOTS;
}
