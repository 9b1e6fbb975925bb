import { z } from 'zod';
import type { RuleId } from './accounts/statements.ts';
import { done, listFields, pageFields, reason, timeListOf, timeRange } from './admin/fields.ts';
import { person } from './admin/records.ts';
import { ledgerLine } from './admin/user.ts';
import { defineStaffCall } from './call.ts';
import { WALL_PAYMENT_USD_MAX } from './limits.ts';
import { noPayload } from './no-payload.ts';
import { pageOf } from './paging.ts';

/** Amounts are R$, or $ with the suffix `_usd`; times ms since the epoch. */

const wallId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/);
const month = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM');

export const paymentKinds = ['invoiced', 'paid'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

const receivable = z.object({
	wall_id: z.string(),
	wall_name: z.string(),
	month: z.string(),
	from: z.number(),
	until: z.number(),
	owed_usd: z.number(),
	invoiced_usd: z.number(),
	paid_usd: z.number(),
	/** Days since the month ended; `current` if the month is not over or nothing is open. */
	age: z.enum(['current', 'up-to-30', 'up-to-60', 'up-to-90', 'over-90']),
});
export type Receivable = z.output<typeof receivable>;

const transfer = ledgerLine.omit({ change: true, balance_after: true }).extend({ user: person });
export type Transfer = z.output<typeof transfer>;

const balance = z.object({
	user: person,
	balance: z.number(),
	held_back: z.number(),
	earned: z.number(),
	withdrawn: z.number(),
	last_access: z.number().nullable(),
});
export type Balance = z.output<typeof balance>;

const heldCredit = z.object({
	id: z.string(),
	user: person,
	wall: z.object({ id: z.string(), name: z.string() }),
	offer_name: z.string().nullable(),
	amount: z.number(),
	held_at: z.number(),
	/** End of the hold; null until the partner decides. */
	until: z.number().nullable(),
	rule: z.enum(['wall-hold', 'amount-hold', 'speed-hold', 'partner-hold'] satisfies RuleId[]),
});
export type HeldCredit = z.output<typeof heldCredit>;

const payment = z.object({
	id: z.number(),
	kind: z.enum(paymentKinds),
	usd: z.number(),
	reference: z.string().nullable(),
	entered_at: z.number(),
});
export type WallPayment = z.output<typeof payment>;

export const treasuryCalls = {
	adminGetTreasury: defineStaffCall('read-treasury', {
		input: noPayload,
		output: z.object({
			/** Negative balances are not subtracted from this sum. */
			spendable: z.number(),
			held_back: z.number(),
			on_its_way: z.number(),
			below_zero: z.number(),
			/** Cost of `spendable`, `held_back` and `on_its_way`; null while the cost of R$ is not set. */
			cost_usd: z.number().nullable(),
			/** Null if the vendor has no such figure or did not answer. */
			vendor: z.array(
				z.object({
					name: z.string(),
					is_current: z.boolean(),
					balance_usd: z.number().nullable(),
					stock: z.object({ direct: z.number(), network: z.number() }).nullable(),
				}),
			),
			days_of_cover: z.number().nullable(),
			paid_out_a_day: z.number(),
			/** `promised`: R$ that open codes may still give. `paid`: R$ that codes have given. */
			promotions: z.object({ promised: z.number(), paid: z.number() }),
			boosts: z.object({
				paid: z.number(),
				running: z.array(z.object({ wall_id: z.string(), percent: z.number(), from: z.number(), until: z.number() })),
			}),
			receivable: z.array(receivable),
		}),
	}),
	/** Transfers of a shared account, newest first. `partner`, `payouts` and `house` include their subaccounts. */
	adminGetTransfers: defineStaffCall('read-treasury', {
		input: z
			.strictObject({
				account: z.string().regex(/^(partner|payouts|house)(:[a-z0-9][a-z0-9_-]{0,39})?$/, 'must be a shared account'),
				...pageFields,
				...timeRange,
			})
			.transform((request) => ({ ...request, cursor: request.cursor ?? undefined })),
		output: pageOf(transfer),
	}),
	adminGetBalances: defineStaffCall('read-treasury', {
		input: z
			.strictObject({ side: z.enum(['spendable', 'below-zero']), ...pageFields, ...timeRange })
			.transform((request) => ({ ...request, cursor: request.cursor ?? undefined })),
		output: pageOf(balance),
	}),
	/** Sorted by release time; credits waiting for their partner come last. */
	adminGetHeldCredits: defineStaffCall('read-treasury', {
		input: z.strictObject(listFields).nullish().transform(timeListOf),
		output: pageOf(heldCredit),
	}),
	adminGetWallPayments: defineStaffCall('read-treasury', {
		input: z.strictObject({ wall_id: wallId, month }),
		output: z.array(payment),
	}),
	/** Payments are append-only; a negative one corrects a mistake. Idempotent by `request_id`. */
	adminEnterWallPayment: defineStaffCall('change-treasury', {
		input: z.strictObject({
			wall_id: wallId,
			month,
			kind: z.enum(paymentKinds),
			usd: z
				.number()
				.min(-WALL_PAYMENT_USD_MAX)
				.max(WALL_PAYMENT_USD_MAX)
				.multipleOf(0.01)
				.refine((usd) => usd !== 0, 'must not be 0'),
			reference: z.string().trim().min(1).max(100).nullish(),
			request_id: z.uuid(),
			reason,
		}),
		output: done,
	}),
};
