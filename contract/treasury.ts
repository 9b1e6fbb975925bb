import { z } from 'zod';
import type { RuleId } from './accounts/statements.ts';
import { done, listFields, pageFields, reason, timeListOf, timeRange } from './admin/fields.ts';
import { person } from './admin/records.ts';
import { ledgerLine } from './admin/user.ts';
import { defineCall } from './call.ts';
import { WALL_PAYMENT_USD_MAX } from './limits.ts';
import { noPayload } from './no-payload.ts';
import { pageOf } from './paging.ts';

/** What is owed, what it costs, and what walls owe. Amounts are R$ or, where they end in `_usd`, $; times ms since the epoch. */

const wallId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/);
/** A month of the partner's own zone. */
const month = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM');

export const paymentKinds = ['invoiced', 'paid'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

const receivable = z.object({
	wall_id: z.string(),
	wall_name: z.string(),
	month: z.string(),
	/** When it begins and is over at the partner, in ms since the epoch. */
	from: z.number(),
	until: z.number(),
	/** What the partner's postbacks of that month make it owe, less what they took back. */
	owed_usd: z.number(),
	/** Entered by staff. */
	invoiced_usd: z.number(),
	paid_usd: z.number(),
	/** Of what is still open, how old it is since its month has ended; `current`: the month is not over, or nothing is open. */
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
	/** Of the transfer that holds it. */
	id: z.string(),
	user: person,
	wall: z.object({ id: z.string(), name: z.string() }),
	offer_name: z.string().nullable(),
	/** With its boost. */
	amount: z.number(),
	held_at: z.number(),
	/** Null: when its partner decides. */
	until: z.number().nullable(),
	rule: z.enum(['wall-hold', 'amount-hold', 'speed-hold', 'partner-hold'] satisfies RuleId[]),
});
export type HeldCredit = z.output<typeof heldCredit>;

const payment = z.object({
	id: z.number(),
	kind: z.enum(paymentKinds),
	/** Negative: it takes back what was entered before. */
	usd: z.number(),
	reference: z.string().nullable(),
	entered_at: z.number(),
});
export type WallPayment = z.output<typeof payment>;

export const treasuryCalls = {
	adminGetTreasury: defineCall({
		access: 'admin',
		permission: 'read-treasury',
		input: noPayload,
		output: z.object({
			/** What people could withdraw now: what is below zero takes nothing off it. */
			spendable: z.number(),
			held_back: z.number(),
			on_its_way: z.number(),
			/** What open wallets lack, as a positive number. */
			below_zero: z.number(),
			/** What the first three cost; null while nobody has said what R$ cost. */
			cost_usd: z.number().nullable(),
			/** Null: the vendor does not say, or did not answer. */
			vendor: z.array(
				z.object({
					name: z.string(),
					is_current: z.boolean(),
					balance_usd: z.number().nullable(),
					stock: z.object({ direct: z.number(), network: z.number() }).nullable(),
				}),
			),
			/** For how many days the current vendor's balance lasts, by what was paid out in the last 30; null: it cannot be known. */
			days_of_cover: z.number().nullable(),
			/** R$ paid out a day, by the last 30 days. */
			paid_out_a_day: z.number(),
			/** R$ that open codes may still give, and what codes have given. */
			promotions: z.object({ promised: z.number(), paid: z.number() }),
			/** R$ that boosts have given, less what was taken back; and those that run or are announced. */
			boosts: z.object({
				paid: z.number(),
				running: z.array(z.object({ wall_id: z.string(), percent: z.number(), from: z.number(), until: z.number() })),
			}),
			/** The newest month first. Months that are settled to the cent and older than a year are left out. */
			receivable: z.array(receivable),
		}),
	}),
	/**
	 * What moved on an account that everybody shares, the newest first: the rows that a figure adds up. `partner`, `payouts` and
	 * `house` are all of their kind.
	 */
	adminGetTransfers: defineCall({
		access: 'admin',
		permission: 'read-treasury',
		input: z
			.strictObject({
				account: z.string().regex(/^(partner|payouts|house)(:[a-z0-9][a-z0-9_-]{0,39})?$/, 'must be a shared account'),
				...pageFields,
				...timeRange,
			})
			.transform((request) => ({ ...request, cursor: request.cursor ?? undefined })),
		output: pageOf(transfer),
	}),
	/** Whose wallets the treasury adds up: who could withdraw something, or lacks something, the most first. The range is of their last visit. */
	adminGetBalances: defineCall({
		access: 'admin',
		permission: 'read-treasury',
		input: z
			.strictObject({ side: z.enum(['spendable', 'below-zero']), ...pageFields, ...timeRange })
			.transform((request) => ({ ...request, cursor: request.cursor ?? undefined })),
		output: pageOf(balance),
	}),
	/** What is held back, each credit with the rule that holds it, by when it is released; what waits for its partner comes last. */
	adminGetHeldCredits: defineCall({
		access: 'admin',
		permission: 'read-treasury',
		input: z.strictObject(listFields).nullish().transform(timeListOf),
		output: pageOf(heldCredit),
	}),
	/** What was entered for a wall's month, the oldest first; at most 200. */
	adminGetWallPayments: defineCall({
		access: 'admin',
		permission: 'read-treasury',
		input: z.strictObject({ wall_id: wallId, month }),
		output: z.array(payment),
	}),
	/** Adds a row, which stays; a mistake is taken back by a negative one. The same `request_id` again changes nothing. */
	adminEnterWallPayment: defineCall({
		access: 'admin',
		permission: 'change-treasury',
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
