import { z } from 'zod';
import { reason } from '../admin/fields.ts';
import { defineCall } from '../call.ts';
import { PAYOUT_LIMIT_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

/** The switch, the caps, and what the vendors have. Amounts are R$ as numbers, times ms since the epoch. */

/** Null in a cap: no limit; in an alert: never raised. */
const payoutSettings = z.object({
	/** False is the kill switch: nothing new is sent, new withdrawals are refused. */
	is_on: z.boolean(),
	/** R$ that may be sent in a clock hour, and in a day of UTC. */
	hour_cap: z.number().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	day_cap: z.number().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	/** R$ that one person may ask for in a day of UTC; the operator's setting counts before it. */
	person_day_cap: z.number().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	/** Whole $ at the vendor, and whole R$ in its stock, below which an alert is raised. */
	balance_alert_usd: z.int().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	stock_alert: z.int().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	/** Days for which the vendor's balance lasts, below which an alert is raised. */
	cover_alert_days: z.int().min(1).max(3_650).nullable(),
});

const shownPayoutSettings = payoutSettings.extend({
	sent_this_hour: z.number(),
	sent_today: z.number(),
});
export type AdminPayoutSettings = z.output<typeof shownPayoutSettings>;

const settingsChange = payoutSettings.partial().extend({ reason }).strict();
export type AdminPayoutSettingsChange = z.output<typeof settingsChange>;

const vendorFunds = z.object({
	vendor: z.string(),
	is_current: z.boolean(),
	/** `away`: it did not answer. `not-offered`: it never says. Then the figures are null. */
	balance_state: z.enum(['known', 'away', 'not-offered']),
	balance_usd: z.number().nullable(),
	stock_state: z.enum(['known', 'away', 'not-offered']),
	stock: z.object({ direct: z.number(), network: z.number() }).nullable(),
	/** The stock by price in $ for 1,000 R$, the cheapest first. */
	levels: z
		.array(z.object({ usd_per_thousand: z.number(), max_instant_order: z.number(), total: z.number() }))
		.nullable(),
	circuit: z.object({ reason: z.enum(['unclear', 'busy', 'empty', 'locked-out']), open_until: z.number() }).nullable(),
	/** When the vendor was asked: an answer is kept for seconds. */
	asked_at: z.number(),
});
export type AdminVendorFunds = z.output<typeof vendorFunds>;

export const payoutControlCalls = {
	adminGetPayoutSettings: defineCall({
		access: 'admin',
		permission: 'read-payouts',
		input: noPayload,
		output: shownPayoutSettings,
	}),
	adminChangePayoutSettings: defineCall({
		access: 'admin',
		permission: 'change-payouts',
		input: settingsChange,
		output: shownPayoutSettings,
	}),
	adminGetPayoutAlerts: defineCall({
		access: 'admin',
		permission: 'read-payouts',
		input: noPayload,
		output: z.array(z.object({ kind: z.string(), message: z.string(), raised_at: z.number() })),
	}),
	adminGetVendorFunds: defineCall({
		access: 'admin',
		permission: 'read-payouts',
		input: noPayload,
		output: z.array(vendorFunds),
	}),
};
