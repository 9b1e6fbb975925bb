import { CallError } from '../../contract/errors.ts';
import { waitInWords } from '../../contract/messages.ts';
import { refusals } from '../../contract/refusals.ts';
import type { CallHandlers } from '../lib/http/calls.ts';
import { type RateLimit, type TakeFromRateLimit, visitorOf } from '../lib/rate-limit.ts';
import { type RedeemDeps, redeemPromoCode } from './redeem-promo-code.ts';

/** Codes are short: nobody may try many, neither with one account nor with many from one place. */
const LIMIT_OF_USER: RateLimit = { max: 10, windowMs: 10 * 60_000 };
const LIMIT_OF_NETWORK: RateLimit = { max: 60, windowMs: 60 * 60_000 };

export function promotionCalls(deps: RedeemDeps & { takeFromRateLimit: TakeFromRateLimit }) {
	async function requirePatience(key: string, limit: RateLimit): Promise<void> {
		const waitMs = await deps.takeFromRateLimit(`promo|${key}`, limit);
		if (waitMs === undefined) return;
		const details = { retryAfter: Math.ceil(waitMs / 1000) };
		throw new CallError('resource-exhausted', refusals.tooManyPromoCodes(waitInWords(waitMs)), details);
	}

	return {
		async redeemPromoCode({ code }, { actor, ip }) {
			await requirePatience(actor.uid, LIMIT_OF_USER);
			await requirePatience(visitorOf(ip), LIMIT_OF_NETWORK);
			return redeemPromoCode(deps, { ...actor, ip }, code);
		},
	} satisfies Partial<CallHandlers>;
}
