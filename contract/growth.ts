import { z } from 'zod';
import { reason } from './admin/fields.ts';
import { proposed } from './admin/proposals.ts';
import { defineCall, defineStaffCall } from './call.ts';
import { noPayload } from './no-payload.ts';

export const BOUNTY_DAYS = 60;
const amount = z.number().min(0).max(10_000).multipleOf(0.01);
const percent = z.int().min(0).max(100);
const text = z.string().max(100).nullish();

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

const origin = z.strictObject({ code: text, site: text, campaign: text });
export type Origin = z.output<typeof origin>;

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
			periods: z.array(z.record(z.enum(['days', 'first_paid', 'second_paid', 'extra']), z.number())),
			margin: z.number().nullable(),
		}),
	}),
};
