import { sql } from 'kysely';
import type { MyData } from '../../contract/accounts/account.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { promotionCalls } from '../../contract/promotions.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import type { Tx } from '../lib/db/database.ts';
import { rowsOf } from '../lib/db/rows.ts';
import type { Feature } from '../lib/feature.ts';
import { adminClosePromoCode, adminCreatePromoCode } from './change-promo-codes.ts';
import { listPromoCodes, listRedemptions } from './list-promo-codes.ts';
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

async function eraseRedemptions(tx: Tx, { uid }: { uid: string }): Promise<void> {
	await sql`
		update promo_redemptions set user_agent = null, network = null
		where uid = ${uid} and (user_agent, network) is distinct from (null, null)
	`.execute(tx);
}

type Redemption = MyData['promo_redemptions'][number];

async function exportRedemptions(tx: Tx, uid: string): Promise<Redemption[]> {
	const rows = await rowsOf<Omit<Redemption, 'timestamp'> & { at: Date }>(tx)`
		select transfer_id as ledger_id, code, at, user_agent, network from promo_redemptions
		where uid = ${uid} order by at desc, use desc
	`;
	return rows.map(({ at, ...row }) => ({ ...row, timestamp: at.getTime() }));
}
