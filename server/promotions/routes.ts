import type { CallHandlers } from '../lib/http/calls.ts';
import { type RateLimit, type TakeFromRateLimit, tooOften, visitorOf } from '../lib/http/rate-limit.ts';
import { type RedeemDeps, redeemPromoCode } from './redeem-promo-code.ts';

/** Codes are short: nobody may try many, neither with one account nor with many from one place. */
const LIMIT_OF_USER: RateLimit = { max: 10, windowMs: 10 * 60_000 };
const LIMIT_OF_NETWORK: RateLimit = { max: 60, windowMs: 60 * 60_000 };

export function promotionCalls(deps: RedeemDeps & { takeFromRateLimit: TakeFromRateLimit }) {
	async function requirePatience(key: string, limit: RateLimit): Promise<void> {
		const waitMs = await deps.takeFromRateLimit(`promo|${key}`, limit);
		if (waitMs === undefined) return;
		throw tooOften(waitMs, 'too-many-promo-codes');
	}

	return {
		async redeemPromoCode({ code }, { actor, ip }) {
			await requirePatience(actor.uid, LIMIT_OF_USER);
			await requirePatience(visitorOf(ip), LIMIT_OF_NETWORK);
			return redeemPromoCode(deps, { ...actor, ip }, code);
		},
	} satisfies Partial<CallHandlers>;
}
