import { z } from 'zod';
import { defineCall } from './call.ts';
import { PAYOUT_LIMIT_MAX, REASON_LENGTH_MAX } from './limits.ts';
import { noPayload } from './no-payload.ts';
import { pageOf } from './paging.ts';
import { withdrawalStatuses } from './withdrawals.ts';

/** What admins call about payouts. Amounts are R$ as numbers, times ms since the epoch. */

const orderId = z.string().min(1).max(64);
const reason = z.string().trim().min(1).max(REASON_LENGTH_MAX);
const aboutOrder = z.strictObject({ orderId });
const aboutOrderWithReason = z.strictObject({ orderId, reason });

/** Where an order stands on our side. On the wire to users these are four words (`withdrawalStatuses`). */
export const withdrawalStates = ['requested', 'sending', 'unknown', 'needs-review', 'completed', 'failed'] as const;
export const payoutVendors = ['rbxcrate', 'rocheap', 'manual'] as const;

const withdrawalRow = z.object({
	id: z.string(),
	order_id: z.string(),
	uid: z.string(),
	/** Null once the account is deleted. */
	roblox_username: z.string().nullable(),
	state: z.enum(withdrawalStates),
	status: z.enum(withdrawalStatuses),
	amount: z.number(),
	/** Whole R$ that the pass costs. */
	price: z.number(),
	vendor: z.string(),
	/** The vendor's last word for the order. */
	vendor_status: z.string().nullable(),
	/** Why it was refused, or what a person should look at. */
	refusal: z.string().nullable(),
	/** Attempts that may have reached the vendor. */
	attempts: z.number(),
	created_at: z.number(),
	updated_at: z.number(),
	/** When a worker looks at it again; null once it is closed. */
	next_look_at: z.number().nullable(),
});
export type AdminWithdrawalRow = z.output<typeof withdrawalRow>;

const withdrawalsRequest = z
	.strictObject({
		state: z.enum(withdrawalStates).optional(),
		/** All four open states. Not together with `state`. */
		isOpen: z.literal(true).optional(),
		uid: z.uuid().optional(),
		vendor: z.enum(payoutVendors).optional(),
		cursor: z.string().max(200).nullish(),
		limit: z.int().min(1).max(100).default(25),
	})
	.nullish()
	.transform((request) => ({ limit: 25, ...request, cursor: request?.cursor ?? undefined }));
export type AdminWithdrawalsRequest = z.output<typeof withdrawalsRequest>;

/** The queue: all withdrawals, newest first, or those in a state, of a user, of a vendor. */
export const adminGetWithdrawals = defineCall({
	access: 'admin',
	input: withdrawalsRequest,
	output: pageOf(withdrawalRow),
});

export const withdrawalDeeds = ['send-again', 'cancel', 'refund', 'mark-paid'] as const;

/** `times` and `last_at`: the very same happened again, up to then. */
const withdrawalEvent = z.object({
	kind: z.enum(['attempt', 'answer', 'late', 'abandoned', 'callback', 'deed']),
	at: z.number(),
	times: z.number(),
	last_at: z.number(),
	/** For a person to read: the question and the vendor's answer, the attempt's number, who did what. */
	details: z.record(z.string(), z.unknown()),
});

const payoutReview = z.object({
	id: z.number(),
	vendor: z.string(),
	order_id: z.string(),
	uid: z.string().nullable(),
	kind: z.enum(['refunded-but-paid', 'paid-but-not', 'differs', 'not-ours']),
	/** What our books say, and what the vendor says. */
	details: z.record(z.string(), z.unknown()),
	found_at: z.number(),
});
export type AdminPayoutReview = z.output<typeof payoutReview>;

const manualPayout = z.object({
	order_id: z.string(),
	state: z.enum(['waiting', 'taken', 'paid', 'refused']),
	roblox_username: z.string().nullable(),
	roblox_user_id: z.number().nullable(),
	place_id: z.number().nullable(),
	pass_id: z.number().nullable(),
	/** Whole R$: what the user receives, and what the pass costs. */
	net: z.number(),
	price: z.number(),
	/** Uid of the admin who works on it. */
	taken_by: z.string().nullable(),
	purchase_reference: z.string().nullable(),
	reason: z.string().nullable(),
	created_at: z.number(),
});
export type AdminManualPayout = z.output<typeof manualPayout>;

/** One withdrawal with all that is known of its way, so that a person can decide. */
export const adminGetWithdrawal = defineCall({
	access: 'admin',
	input: aboutOrder,
	output: withdrawalRow.extend({
		place_id: z.number().nullable(),
		universe_id: z.number().nullable(),
		pass_id: z.number().nullable(),
		first_sent_at: z.number().nullable(),
		last_sent_at: z.number().nullable(),
		/** Whether the vendor ever showed that it has this order. */
		is_acknowledged: z.boolean(),
		/** What may be tried in this state. Whether it can be done is decided when the vendor is asked. */
		deeds: z.array(z.enum(withdrawalDeeds)),
		/** The oldest first; of very many the newest 500. */
		events: z.array(withdrawalEvent),
		transfers: z.array(z.object({ kind: z.string(), amount: z.number(), at: z.number() })),
		/** Its line on the work list of payouts by hand. */
		manual: manualPayout.nullable(),
		reviews: z.array(payoutReview.extend({ resolved_at: z.number().nullable(), note: z.string().nullable() })),
	}),
});

/** Where the order stands after the deed. */
const deedResult = z.object({
	order_id: z.string(),
	state: z.enum(withdrawalStates),
	status: z.enum(withdrawalStatuses),
});

/** Of an order in review: the same order id once more, or the vendor tries again what it had ended unpaid. */
export const adminResendWithdrawal = defineCall({
	access: 'admin',
	input: aboutOrderWithReason,
	output: deedResult,
});

/** What was never sent ends at once; of what was sent the vendor is asked to cancel, and its word then ends it. */
export const adminCancelWithdrawal = defineCall({
	access: 'admin',
	input: aboutOrderWithReason,
	output: deedResult,
});

/** Of an order in review, when the vendor surely never had it or has ended it unpaid. */
export const adminRefundWithdrawal = defineCall({
	access: 'admin',
	input: aboutOrderWithReason,
	output: deedResult,
});

/** Of an order in review that the vendor says it has paid, though not quite as we asked. */
export const adminMarkWithdrawalPaid = defineCall({
	access: 'admin',
	input: aboutOrderWithReason,
	output: deedResult,
});

/** The work list of payouts by hand, the longest waiting first; at most 500. */
export const adminGetManualPayouts = defineCall({
	access: 'admin',
	input: noPayload,
	output: z.array(manualPayout),
});

const done = z.object({ done: z.literal(true) });

export const adminTakeManualPayout = defineCall({ access: 'admin', input: aboutOrder, output: done });
export const adminGiveBackManualPayout = defineCall({ access: 'admin', input: aboutOrder, output: done });
export const adminMarkManualPayoutPaid = defineCall({
	access: 'admin',
	/** What the platform calls the purchase of the pass: it stands for one order only. */
	input: aboutOrder.extend({ purchaseReference: z.string().trim().min(1).max(200) }),
	output: done,
});
export const adminRefuseManualPayout = defineCall({
	access: 'admin',
	/** The reason is a sentence that the user may read. */
	input: aboutOrderWithReason,
	output: done,
});

/** Null: no limit, never. */
const payoutSettings = z.object({
	/** False is the kill switch: nothing new is sent, new withdrawals are refused. */
	is_on: z.boolean(),
	/** R$ that may be sent in a clock hour, and in a day of UTC. */
	hour_cap: z.number().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	day_cap: z.number().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	/** Whole $ at the vendor, and whole R$ in its stock, below which an alert is raised. */
	balance_alert_usd: z.int().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
	stock_alert: z.int().nonnegative().max(PAYOUT_LIMIT_MAX).nullable(),
});

const shownPayoutSettings = payoutSettings.extend({
	/** R$ that count towards the caps so far. */
	sent_this_hour: z.number(),
	sent_today: z.number(),
});
export type AdminPayoutSettings = z.output<typeof shownPayoutSettings>;

export const adminGetPayoutSettings = defineCall({ access: 'admin', input: noPayload, output: shownPayoutSettings });

const settingsChange = payoutSettings.partial().extend({ reason }).strict();
export type AdminPayoutSettingsChange = z.output<typeof settingsChange>;

/** Only what is named changes. */
export const adminChangePayoutSettings = defineCall({
	access: 'admin',
	input: settingsChange,
	output: shownPayoutSettings,
});

/** Differences between our books and a vendor's that nobody has decided about, the oldest first; at most 500. */
export const adminGetPayoutReviews = defineCall({ access: 'admin', input: noPayload, output: z.array(payoutReview) });

export const adminResolvePayoutReview = defineCall({
	access: 'admin',
	/** What was found and done. */
	input: z.strictObject({ id: z.int().positive(), note: reason }),
	output: done,
});

/** What needs a person now, the oldest first. */
export const adminGetPayoutAlerts = defineCall({
	access: 'admin',
	input: noPayload,
	output: z.array(z.object({ kind: z.string(), message: z.string(), raised_at: z.number() })),
});

const vendorFunds = z.object({
	vendor: z.string(),
	/** New orders go there. */
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
	/** Set while nothing new is sent to it. */
	circuit: z.object({ reason: z.enum(['unclear', 'busy', 'empty', 'locked-out']), open_until: z.number() }).nullable(),
	/** When the vendor was asked: an answer is kept for seconds. */
	asked_at: z.number(),
});
export type AdminVendorFunds = z.output<typeof vendorFunds>;

/** What each vendor that is set up has: our balance there, and its stock. */
export const adminGetVendorFunds = defineCall({ access: 'admin', input: noPayload, output: z.array(vendorFunds) });
