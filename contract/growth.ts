import { z } from 'zod';
import { reason, timeMs, uid } from './admin/fields.ts';
import { proposed } from './admin/proposals.ts';
import { defineCall, defineStaffCall } from './call.ts';
import { noPayload } from './no-payload.ts';

export const BOUNTY_DAYS = 60;
const amount = z.number().min(0).max(10_000).multipleOf(0.01);
const percent = z.int().min(0).max(100);
const source = z.string().regex(/^[\w./-]{1,100}$/);

const inviteTerms = z.strictObject({
	/** R$ for the first payout, and for payouts of `paid` R$ within `BOUNTY_DAYS`. */
	first: amount,
	second: amount,
	paid: amount.positive(),
	boost_percent: percent,
	boost_max: amount,
	month_max: amount,
	hold_days: z.int().min(0).max(365),
	countries: z.array(z.string().length(2)).max(250).nullable(),
});
const bountyTerms = inviteTerms.extend({ margin_floor: percent });
export type BountyTerms = z.output<typeof bountyTerms>;

const origin = z.strictObject({ code: source.nullish(), site: source.nullish(), campaign: source.nullish() });
export type Origin = z.output<typeof origin>;

export const sourceKinds = ['referral', 'partner', 'campaign', 'site', 'none'] as const;
const sourceFigures = z.object({
	kind: z.enum(sourceKinds),
	source: z.string(),
	visits: z.number(),
	joined: z.number(),
	ever_paid: z.number(),
	earned_usd: z.number(),
	reversed_usd: z.number(),
	paid: z.number(),
	/** Earnings less reversals, payments and the bounties that the source earned. */
	margin_usd: z.number().nullable(),
	claims: z.number(),
	bans: z.number(),
	enabled: z.boolean(),
});
export type SourceFigures = z.output<typeof sourceFigures>;

/** Invite codes have another form. */
const partnerCode = z
	.string()
	.regex(/^(?![0-9a-f]{12}$)[a-z0-9-]{3,40}$/, 'must be 3 to 40 small letters, digits or dashes');
const words = (max: number) => z.string().trim().min(1).max(max);
const partnerTerms = z.strictObject({
	code: partnerCode,
	/** Paid like an inviter. */
	uid,
	name: words(100),
	landing: words(1_000),
	terms: words(20_000),
	/** Null: the bounties of all users. */
	bounties: bountyTerms.nullable(),
});
/** Deleting the account empties them. */
const texts = { code: z.string(), name: z.string(), landing: z.string(), terms: z.string(), hash: z.string() };
const partner = z.object({
	code: z.string(),
	enabled: z.boolean(),
	/** Newest first. `hash` is the SHA-256 of name, landing text and terms, each followed by a line feed. */
	versions: z.array(partnerTerms.strip().extend({ ...texts, set_at: z.number() })),
});
export type PartnerCode = z.output<typeof partner>;

export const growthCalls = {
	getInvite: defineCall({
		access: 'user',
		input: noPayload,
		output: z.object({
			code: z.string(),
			url: z.string(),
			invited: z.object({ joined: z.number(), first_paid: z.number(), second_paid: z.number() }),
			earned: z.number(),
			pending: z.number(),
			terms: inviteTerms.strip().extend({ days: z.number() }).nullable(),
		}),
	}),
	/** `repeat` if this tab was counted before. An unknown code counts as none. */
	noteVisit: defineCall({
		access: 'anonymous',
		input: origin.extend({ repeat: z.boolean().optional() }),
		output: z.object({ partner: z.object({ name: z.string(), landing: z.string(), is_paid: z.boolean() }).nullable() }),
	}),
	/** Stored once, in the hour after sign-up. */
	noteSource: defineCall({ access: 'user', input: origin, output: z.object({ noted: z.boolean() }) }),
	adminSetBountyTerms: defineStaffCall('change-promotions', {
		title: 'Set the bounties',
		input: z.strictObject({ terms: bountyTerms, reason }),
		output: bountyTerms.or(proposed),
	}),
	/** The cost if every user had been invited. */
	adminGetBountyEffect: defineStaffCall('read-promotions', {
		input: z.strictObject({ terms: bountyTerms.nullish() }).nullish(),
		output: z.object({
			terms: bountyTerms.nullable(),
			periods: z.array(
				z.object({ days: z.number(), first_paid: z.number(), second_paid: z.number(), extra: z.number() }),
			),
			margin: z.number().nullable(),
		}),
	}),
	/** Visits on these days (UTC), and the figures to date of the accounts that joined then. `to` is exclusive. */
	adminGetSources: defineStaffCall('read-promotions', {
		input: z.strictObject({ from: timeMs, to: timeMs }),
		output: z.object({ items: z.array(sourceFigures) }),
	}),
	/** While a source is off, its bounties are held. */
	adminSwitchSource: defineStaffCall('change-promotions', {
		input: z.strictObject({ kind: z.enum(sourceKinds).exclude(['none']), source, enabled: z.boolean(), reason }),
		output: z.object({ changed: z.boolean() }),
	}),
	adminGetPartnerCodes: defineStaffCall('read-promotions', {
		input: noPayload,
		output: z.object({ items: z.array(partner) }),
	}),
	adminSavePartnerCode: defineStaffCall('change-promotions', {
		title: 'Save the partner code',
		input: partnerTerms.extend({ reason }),
		output: z.object({ hash: z.string() }).or(proposed),
	}),
};
