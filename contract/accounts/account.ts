import { z } from 'zod';
import { aboutUserWithReason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall, defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { claimItem } from '../offerwalls/claims.ts';
import { payoutCode } from '../withdrawals/payout-methods.ts';
import { payoutMethods } from '../withdrawals/withdrawals.ts';
import { notice } from './notices.ts';
import { threadCalls } from './threads.ts';

/** Ms since the epoch. */
const time = z.number();
/** R$ with decimals. */
const robux = z.number();

const exportedAccount = z.object({
	uid: z.string(),
	email: z.string(),
	email_verified: z.boolean(),
	name: z.string(),
	birth_year: z.number().nullable(),
	created_at: time,
	last_access: time.nullable(),
	/** Language tag (BCP 47), such as `de`. */
	language: z.string().nullable(),
	/** Time of the last permanent bounce; null if the last mail was accepted. */
	mail_refused_at: time.nullable(),
	role: z.string().nullable(),
	banned_at: time.nullable(),
	ban_reason: z.string().nullable(),
	paused_reason: z.string().nullable(),
	two_factor_enabled: z.boolean(),
	/** `subject`: the provider's user id. */
	sign_in_methods: z.array(z.object({ provider: z.string(), subject: z.string(), created_at: time })),
	former_emails: z.array(z.object({ email: z.string(), confirmed: z.boolean(), replaced_at: time })),
	passkeys: z.array(z.object({ name: z.string(), created_at: time, last_used_at: time.nullable() })),
	external_ids: z.array(z.object({ source: z.string(), id: z.string() })),
	mailed_links: z.array(z.object({ purpose: z.string(), email: z.string(), expires_at: time })),
});

const exportedSession = z.object({
	device: z.string(),
	user_agent: z.string().nullable(),
	ip_address: z.string().nullable(),
	created_at: time,
	last_used_at: time,
	expires_at: time,
});

const exportedProfile = z.object({
	roblox_username: z.string().nullable(),
	platform_user_id: z.number().nullable(),
	avatar_url: z.string().nullable(),
	linked_at: time.nullable(),
	proven_at: time.nullable(),
});

const exportedOffer = z.object({
	ledger_id: z.number(),
	timestamp: time,
	earning_source: z.string(),
	kind: z.string(),
	amount: robux,
	offer_id: z.string().nullable(),
	name: z.string().nullable(),
	reason: z.string().nullable(),
	is_bonus: z.boolean(),
});

const exportedChargeback = z.object({ ledger_id: z.number(), timestamp: time, forgiven_at: time.nullable() });

const standing = z.object({
	earning_source: z.string(),
	state: z.string(),
	reason: z.string(),
	until: time.nullable(),
});

const exportedClick = z.object({
	id: z.string(),
	timestamp: time,
	earning_source: z.string(),
	offer: z.string(),
	offer_id: z.string(),
	name: z.string(),
	country: z.string().nullable(),
	device: z.string(),
});

const exportedClaim = claimItem.extend({ note: z.string().nullable(), pictures: z.array(z.string()) });

const exportedReversal = z.object({
	earning_source: z.string(),
	transaction_id: z.string(),
	amount: robux.nullable(),
	received_at: time,
});

const exportedWithdrawal = z.object({
	id: z.string(),
	order_id: z.string(),
	method: z.enum(payoutMethods),
	state: z.string(),
	amount: robux,
	price: z.number(),
	roblox_username: z.string().nullable(),
	platform_user_id: z.number().nullable(),
	place_id: z.number().nullable(),
	universe_id: z.number().nullable(),
	pass_id: z.number().nullable(),
	vendor: z.string(),
	vendor_status: z.string().nullable(),
	refusal: z.string().nullable(),
	created_at: time,
	updated_at: time,
});

const exportedPayoutEvent = z.object({
	withdrawal_id: z.string(),
	timestamp: time,
	times: z.number(),
	last_at: time,
	kind: z.string(),
	details: z.unknown(),
});

const exportedTransfer = z.object({
	id: z.number(),
	timestamp: time,
	kind: z.string(),
	amount: robux,
	debit: z.string(),
	credit: z.string(),
	reference: z.string(),
});

const exportedAdjustment = z.object({
	id: z.string(),
	amount: robux,
	reason: z.string().nullable(),
	state: z.string(),
	proposed_at: time,
	decided_at: time.nullable(),
});

const exportedSettlement = z.object({
	order_id: z.string(),
	outcome: z.string(),
	reason: z.string().nullable(),
	proof: z.string().nullable(),
	state: z.string(),
	proposed_at: time,
	decided_at: time.nullable(),
});

const exportedScreening = z.object({
	withdrawal_id: z.string(),
	rules: z.array(z.string()),
	until: time,
	started_at: time,
	ended_at: time.nullable(),
	outcome: z.string().nullable(),
});

const exportedRedemption = z.object({
	ledger_id: z.number(),
	timestamp: time,
	code: z.string(),
	user_agent: z.string().nullable(),
	network: z.string().nullable(),
});

const text = z.string().nullable();
const exportedGrowth = z.object({
	invite_code: text,
	partner_codes: z.array(z.object({ timestamp: time, code: text, name: text, landing: text, terms: text, hash: text })),
	joined_country: text,
	source: z.object({ kind: text, source: text, site: text, campaign: text, timestamp: time }).nullable(),
	bounties: z.array(z.object({ timestamp: time, kind: text, amount: robux, state: text, why: text })),
});

const exportedEvent = z.object({
	timestamp: time,
	source: z.string(),
	what: z.string(),
	outcome: z.string(),
	ip_address: z.string().nullable(),
	device: z.string().nullable(),
});

const exportedAuditEntry = z.object({
	timestamp: time,
	by: z.enum(['you', 'admin', 'system']),
	action: z.string(),
	details: z.unknown(),
});

/** These signals are never the only reason for a ban. */
const exportedFraudCheck = z.object({
	places: z.array(
		z.object({
			ip_address: z.string(),
			device: z.string(),
			country: z.string().nullable(),
			first_at: time,
			last_at: time,
		}),
	),
	/** `browser` is a hash. */
	browsers: z.array(z.object({ browser: z.string(), first_at: time, last_at: time })),
	signals: z.array(z.object({ signal: z.string(), points: z.number(), details: z.unknown() })),
});

const exportedImport = z.object({
	kind: z.string(),
	timestamp: time,
	amount: robux,
	name: z.string().nullable(),
	source: z.string().nullable(),
	transaction_id: z.string().nullable(),
	status: z.string().nullable(),
	refunded: z.boolean(),
});

/** Excludes secrets and hashes. Newest first. */
export const myData = z.object({
	exported_at: time,
	is_complete: z.boolean(),
	account: exportedAccount,
	sessions: z.array(exportedSession),
	/** `version` is the hash of the document's text. */
	saved_views: z.array(z.object({ page: z.string(), name: z.string(), query: z.string() })),
	agreements: z.array(z.object({ document: z.string(), language: z.string(), version: z.string(), agreed_at: time })),
	profile: exportedProfile,
	wallet: z.object({ robux, pending: robux, earned: robux, withdrawn: robux }),
	offers: z.array(exportedOffer),
	clicks: z.array(exportedClick),
	/** Includes the pictures of the last 30 days as data URLs. */
	claims: z.array(exportedClaim),
	threads: z.array(threadCalls.getThread.output),
	chargebacks: z.array(exportedChargeback),
	partner_standings: z.array(standing),
	waiting_reversals: z.array(exportedReversal),
	withdrawals: z.array(exportedWithdrawal),
	payout_events: z.array(exportedPayoutEvent),
	payout_settlements: z.array(exportedSettlement),
	/** With gift cards, the export needs a recent sign-in. */
	payout_codes: z.array(payoutCode),
	screenings: z.array(exportedScreening),
	notices: z.array(notice),
	push_subscriptions: z.array(z.object({ endpoint: z.string(), kinds: z.array(z.string()), saved_at: time })),
	weekly_mail: z.boolean(),
	ledger: z.array(exportedTransfer),
	adjustments: z.array(exportedAdjustment),
	fraud_check: exportedFraudCheck,
	promo_redemptions: z.array(exportedRedemption),
	growth: exportedGrowth,
	imported_history: z.array(exportedImport),
	events: z.array(exportedEvent),
	audit_entries: z.array(exportedAuditEntry),
});
export type MyData = z.output<typeof myData>;

export const accountDataCalls = {
	adminDeleteUser: defineStaffCall('delete-users', {
		title: 'Delete account',
		input: aboutUserWithReason,
		output: z.object({ forfeited: robux }).or(proposed),
	}),
	/** Needs a sign-in and second factor within `RECENT_SIGN_IN_MS` (`requires-recent-login`, `second-factor-needed`) and no open withdrawal (`aborted`). */
	deleteAccount: defineCall({ access: 'user', input: noPayload, output: z.object({ deleted: z.literal(true) }) }),
	exportMyData: defineCall({ access: 'user', input: noPayload, output: myData }),
};
