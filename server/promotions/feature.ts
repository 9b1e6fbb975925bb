import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { promotionCalls } from '../../contract/promotions.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import type { Feature } from '../lib/feature.ts';
import { eraseRedemptions } from './erase-user.ts';
import { exportRedemptions } from './export-user.ts';
import { adminClosePromoCode, adminCreatePromoCode, listPromoCodes, listRedemptions } from './promo-codes.ts';
import { type RedeemDeps, redeemPromoCode } from './redeem-promo-code.ts';

export const promotions = {
	calls: {
		redeemPromoCode,
		adminCreatePromoCode,
		adminClosePromoCode,
		adminGetPromoCodes: listPromoCodes,
		adminGetPromoRedemptions: listRedemptions,
	},
	// Codes are short, so attempts are limited.
	limits: {
		redeemPromoCode: [
			{ by: 'user', max: 10, windowMs: 10 * MINUTE_MS, reason: 'too-many-promo-codes' },
			{ by: 'visitor', max: 60, windowMs: HOUR_MS, reason: 'too-many-promo-codes' },
		],
	},
	erase: eraseRedemptions,
	exports: { promo_redemptions: exportRedemptions },
} satisfies Feature<typeof promotionCalls, RedeemDeps & ActionDeps>;
