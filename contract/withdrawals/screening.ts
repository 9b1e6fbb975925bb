import { z } from 'zod';
import { aboutOrder, orderNow, reason } from '../admin/fields.ts';
import { screeningUnits } from '../admin/lists.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';
import { SCREENING_THRESHOLD_MAX } from '../limits.ts';

/** Rules that hold a withdrawal. Amounts are R$, times ms since the epoch. */

export type ScreeningRule = keyof typeof screeningUnits;
export const screeningRules = Object.keys(screeningUnits) as [ScreeningRule, ...ScreeningRule[]];

const screeningSetting = z
	.strictObject({
		rule: z.enum(screeningRules),
		is_on: z.boolean(),
		threshold: z.int().min(0).max(SCREENING_THRESHOLD_MAX).nullable(),
	})
	.refine(({ rule, threshold }) => (screeningUnits[rule] === null) === (threshold === null), {
		message: 'must be a number for rules with a threshold, and null for other rules',
		path: ['threshold'],
	});
export type ScreeningSetting = z.output<typeof screeningSetting>;

const settings = z
	.array(screeningSetting)
	.min(1)
	.max(screeningRules.length)
	.refine(
		(given) => new Set(given.map(({ rule }) => rule)).size === given.length,
		'must contain each rule at most once',
	);

export const screening = z.object({
	rules: z.array(z.enum(screeningRules)),
	until: z.number(),
	needs_person: z.boolean(),
	ended_at: z.number().nullable(),
	outcome: z.enum(['went-on', 'pay', 'refund']).nullable(),
});

const screeningState = z.object({
	rules: z.array(z.object({ rule: z.enum(screeningRules), is_on: z.boolean(), threshold: z.number().nullable() })),
	review_hours: z.number(),
	effect: z.object({
		withdrawals: z.number(),
		is_cut: z.boolean(),
		held: z.number(),
		held_amount: z.number(),
		needs_person: z.number(),
		reversed_later: z.number(),
		by_rule: z.array(z.object({ rule: z.enum(screeningRules), held: z.number() })),
	}),
	figures: z.object({
		withdrawals: z.number(),
		held: z.number(),
		share_held: z.number().nullable(),
		median_wait_ms: z.number().nullable(),
		waiting: z.number(),
		refunded: z.number(),
		reversed_later: z.number(),
	}),
});
export type ScreeningState = z.output<typeof screeningState>;

export const screeningCalls = {
	adminGetScreeningRules: defineStaffCall('read-screening', {
		input: z
			.strictObject({ rules: settings.optional() })
			.nullish()
			.transform((request) => ({ rules: request?.rules ?? [] })),
		output: screeningState,
	}),
	adminSetScreeningRules: defineStaffCall('change-screening', {
		title: 'Change screening rules',
		input: z.strictObject({ rules: settings, reason }),
		output: screeningState.or(proposed),
	}),
	adminDecideScreening: defineStaffCall('decide-screening', {
		title: 'Decide held withdrawal',
		input: z.strictObject({ order_id: aboutOrder.shape.orderId, decision: z.enum(['pay', 'refund']), reason }),
		output: orderNow.or(proposed),
	}),
};
