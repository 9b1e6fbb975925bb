import { z } from 'zod';
import { reason } from '../admin/fields.ts';
import { defineStaffCall } from '../call.ts';
import { PAYOUT_LIMIT_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

/** Amounts are R$ as numbers, times ms since the epoch. */

/** A null cap means no limit; a null alert is never raised. */
const payoutSettings = z.object({
	/** False is the kill switch: no payouts are sent and new withdrawals are refused. */
	is_on: z.boolean(),
	hour_cap: z.number().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	day_cap: z.number().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	/** R$ per user and UTC day; the operator's setting takes precedence. */
	person_day_cap: z.number().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	/** Alert below this balance (whole $) or stock (whole R$). */
	balance_alert_usd: z.int().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	stock_alert: z.int().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	cover_alert_days: z.int().min(1).max(3_650).nullable(),
});

const shownPayoutSettings = payoutSettings.extend({ sent_this_hour: z.number(), sent_today: z.number() });
export type AdminPayoutSettings = z.output<typeof shownPayoutSettings>;

const settingsChange = payoutSettings.partial().extend({ reason }).strict();
export type AdminPayoutSettingsChange = z.output<typeof settingsChange>;

const vendorFunds = z.object({
	vendor: z.string(),
	is_current: z.boolean(),
	/** `away`: the vendor did not answer. `not-offered`: its API lacks the figure. Both leave the figures null. */
	balance_state: z.enum(['known', 'away', 'not-offered']),
	balance_usd: z.number().nullable(),
	stock_state: z.enum(['known', 'away', 'not-offered']),
	stock: z.object({ direct: z.number(), network: z.number() }).nullable(),
	levels: z
		.array(z.object({ usd_per_thousand: z.number(), max_instant_order: z.number(), total: z.number() }))
		.nullable(),
	circuit: z.object({ reason: z.enum(['unclear', 'busy', 'empty', 'locked-out']), open_until: z.number() }).nullable(),
	asked_at: z.number(),
});
export type AdminVendorFunds = z.output<typeof vendorFunds>;

export const payoutControlCalls = {
	adminGetPayoutSettings: defineStaffCall('read-payouts', { input: noPayload, output: shownPayoutSettings }),
	adminChangePayoutSettings: defineStaffCall('change-payouts', { input: settingsChange, output: shownPayoutSettings }),
	adminGetPayoutAlerts: defineStaffCall('read-payouts', {
		input: noPayload,
		output: z.array(
			z.object({ kind: z.string(), message: z.string(), raised_at: z.number(), todo: z.string(), page: z.string() }),
		),
	}),
	adminGetVendorFunds: defineStaffCall('read-payouts', { input: noPayload, output: z.array(vendorFunds) }),
};
