import { z } from 'zod';
import { adjustment } from '../accounts/adjustments.ts';
import { adminSession } from '../accounts/staff-accounts.ts';
import { defineStaffCall } from '../call.ts';
import { pageOf } from '../paging.ts';
import { aboutUser, userPageRequest } from './fields.ts';

const time = z.number();
const robux = z.number();

const profile = z.object({
	name: z.string().nullable(),
	email: z.string().nullable(),
	email_verified: z.boolean(),
	/** Last permanent bounce and its SMTP code; null if the last mail was accepted. */
	mail_refused: z.object({ at: time, code: z.number() }).nullable(),
	birth_year: z.number().nullable(),
	two_factor_enabled: z.boolean(),
	role: z.string().nullable(),
	avatar_url: z.string().nullable(),
	roblox_username: z.string().nullable(),
	platform_user_id: z.number().nullable(),
	linked_at: time.nullable(),
	created_at: time,
	last_access: time.nullable(),
});

const flags = z.object({
	banned_at: time.nullable(),
	ban_reason: z.string().nullable(),
	paused_reason: z.string().nullable(),
	/** After this time only ids, amounts and states of the account remain. */
	deleted_at: time.nullable(),
	chargebacks: z.number(),
	chargebacks_forgiven: z.number(),
	chargebacks_to_ban: z.number(),
});

/** `held` is reserved for open withdrawals; `adjusted` is the sum of admin adjustments. */
const wallet = z.object({ robux, pending: robux, earned: robux, withdrawn: robux, held: robux, adjusted: robux });

export const ledgerLine = z.object({
	id: z.string(),
	at: time,
	kind: z.string(),
	amount: robux,
	change: robux,
	balance_after: robux,
	/** Ledger accounts: `wallet`, `pending`, `partner:<wall>`, `payouts:held`, `house:adjustments` ... */
	from: z.string(),
	to: z.string(),
	reference: z.string(),
	wall: z.object({ id: z.string(), name: z.string() }).nullable(),
	transaction_id: z.string().nullable(),
	offer_id: z.string().nullable(),
	offer_name: z.string().nullable(),
	/** $ that the partner owes; negative for a reversal. */
	payout: z.number().nullable(),
	reason: z.string().nullable(),
	order_id: z.string().nullable(),
});
export type LedgerLine = z.output<typeof ledgerLine>;

export const userCalls = {
	adminGetUser: defineStaffCall('read-user', {
		input: aboutUser,
		output: z.object({
			uid: z.string(),
			profile,
			flags,
			wallet,
			sessions: z.array(adminSession),
			adjustments: z.array(adjustment),
		}),
	}),
	adminGetUserLedger: defineStaffCall('read-user', { input: userPageRequest, output: pageOf(ledgerLine) }),
};

export type AdminUser = z.output<typeof userCalls.adminGetUser.output>;
