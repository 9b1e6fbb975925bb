import { z } from 'zod';
import { aboutOrder, orderNow, reason } from '../admin/fields.ts';
import { screeningUnits } from '../admin/lists.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall } from '../call.ts';
import { SCREENING_THRESHOLD_MAX } from '../limits.ts';

/** What holds a withdrawal back before its vendor hears of it. Amounts are R$ as numbers, times ms since the epoch. */

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

/** Rules that are not named stay as they are. */
const settings = z
	.array(screeningSetting)
	.min(1)
	.max(screeningRules.length)
	.refine(
		(given) => new Set(given.map(({ rule }) => rule)).size === given.length,
		'must contain each rule at most once',
	);

/** Why and until when a withdrawal is or was held; null for one that never was. */
export const screening = z.object({
	rules: z.array(z.enum(screeningRules)),
	until: z.number(),
	needs_person: z.boolean(),
	ended_at: z.number().nullable(),
	outcome: z.enum(['went-on', 'pay', 'refund']).nullable(),
});

const screeningState = z.object({
	/** As they are now. */
	rules: z.array(z.object({ rule: z.enum(screeningRules), is_on: z.boolean(), threshold: z.number().nullable() })),
	/** How long a withdrawal is held that goes on by itself. */
	review_hours: z.number(),
	/** What these rules, or those asked about, would have held of the last 90 days' withdrawals. */
	effect: z.object({
		withdrawals: z.number(),
		/** Whether there were more, and only the newest were looked at. */
		is_cut: z.boolean(),
		held: z.number(),
		held_amount: z.number(),
		needs_person: z.number(),
		/** Of those held, how many were paid to users of whom a partner took something back later. */
		reversed_later: z.number(),
		/** What each would hold by itself, whether or not it is on. */
		by_rule: z.array(z.object({ rule: z.enum(screeningRules), held: z.number() })),
	}),
	/** What became of the last 90 days' withdrawals that were held. */
	figures: z.object({
		withdrawals: z.number(),
		held: z.number(),
		/** Null without a withdrawal. */
		share_held: z.number().nullable(),
		/** Null while none has ended. */
		median_wait_ms: z.number().nullable(),
		waiting: z.number(),
		refunded: z.number(),
		reversed_later: z.number(),
	}),
});
export type ScreeningState = z.output<typeof screeningState>;

export const screeningCalls = {
	/** @param rules to see their effect before they are set. */
	adminGetScreeningRules: defineCall({
		access: 'admin',
		permission: 'read-screening',
		input: z
			.strictObject({ rules: settings.optional() })
			.nullish()
			.transform((request) => ({ rules: request?.rules ?? [] })),
		output: screeningState,
	}),
	/** What lets more through than before needs a second person. */
	adminSetScreeningRules: defineCall({
		access: 'admin',
		permission: 'change-screening',
		input: z.strictObject({ rules: settings, reason }),
		output: screeningState.or(proposed),
	}),
	/** Of what is held before its vendor hears of it: it goes on, or the money goes back. */
	adminDecideScreening: defineCall({
		access: 'admin',
		permission: 'decide-screening',
		input: z.strictObject({ order_id: aboutOrder.shape.orderId, decision: z.enum(['pay', 'refund']), reason }),
		output: orderNow.or(proposed),
	}),
};
