import { z } from 'zod';
import { listFields, reason, timeListOf, uid } from './admin/fields.ts';
import { proposed } from './admin/proposals.ts';
import { defineCall, defineStaffCall } from './call.ts';
import { PROMO_AMOUNT_MAX, PROMO_CODE_LENGTH_MAX, PROMO_PER_USER_MAX, PROMO_USES_MAX } from './limits.ts';
import { robuxFromWire } from './money.ts';
import { pageOf } from './paging.ts';

const typedCode = z
	.string()
	.max(100)
	.transform((code) => code.trim().toUpperCase());

const code = typedCode.pipe(
	z
		.string()
		.regex(/^[A-Z0-9](?:[A-Z0-9-]*[A-Z0-9])?$/, 'must be letters, digits and dashes')
		.min(3)
		.max(PROMO_CODE_LENGTH_MAX),
);

export const promoRefusals = ['unknown-code', 'not-started', 'ended', 'used-up', 'own-limit'] as const;
export type PromoRefusal = (typeof promoRefusals)[number];

export const promoStates = ['planned', 'open', 'used-up', 'ended', 'closed'] as const;

const promoCode = z.object({
	code: z.string(),
	amount: z.number(),
	uses: z.number(),
	usesMax: z.number(),
	perUser: z.number(),
	startsAt: z.number(),
	endsAt: z.number().nullable(),
	closedAt: z.number().nullable(),
	createdAt: z.number(),
	createdBy: z.string(),
	state: z.enum(promoStates),
});
export type PromoCode = z.output<typeof promoCode>;

const timeMs = z
	.int()
	.min(0)
	.max(Date.UTC(9999, 0, 1));

const promoRedemption = z.object({
	code: z.string(),
	uid: z.string(),
	roblox_username: z.string().nullable(),
	user_name: z.string().nullable(),
	amount: z.number(),
	at: z.number(),
	/** `device` and `network` are null once the account is deleted. */
	device: z.string().nullable(),
	network: z.string().nullable(),
	othersOnNetwork: z.number(),
	othersOnDevice: z.number(),
	banned: z.boolean(),
});
export type PromoRedemption = z.output<typeof promoRedemption>;

export const promotionCalls = {
	/** R$: `amount` was added, `robux` is the new balance. */
	redeemPromoCode: defineCall({
		access: 'user',
		input: z.strictObject({ code: typedCode }),
		output: z.object({ amount: z.number(), robux: z.number() }),
	}),
	/** The maximum cost counts as an adjustment: above the limit it needs a second admin. */
	adminCreatePromoCode: defineStaffCall('change-promotions', {
		title: 'Create promo code',
		input: z
			.strictObject({
				code,
				amount: z
					.number()
					.positive()
					.max(PROMO_AMOUNT_MAX)
					.refine((amount) => robuxFromWire(amount) !== undefined, 'is not a valid amount'),
				usesMax: z.int().min(1).max(PROMO_USES_MAX),
				perUser: z.int().min(1).max(PROMO_PER_USER_MAX).default(1),
				/** Ms since the epoch; default now. */
				startsAt: timeMs.nullish(),
				endsAt: timeMs.nullish(),
				reason,
			})
			.refine(({ startsAt, endsAt }) => !startsAt || !endsAt || endsAt > startsAt, {
				path: ['endsAt'],
				message: 'must be after startsAt',
			}),
		output: promoCode.or(proposed),
	}),
	/** Idempotent. Users keep rewards they have redeemed. */
	adminClosePromoCode: defineStaffCall('change-promotions', {
		input: z.strictObject({ code, reason }),
		output: promoCode.extend({ changed: z.boolean() }),
	}),
	adminGetPromoCodes: defineStaffCall('read-promotions', {
		input: z
			.strictObject({ ...listFields, isOpen: z.literal(true).optional() })
			.nullish()
			.transform((input) => ({ ...timeListOf(input), isOpen: input?.isOpen })),
		output: pageOf(promoCode),
	}),
	adminGetPromoRedemptions: defineStaffCall('read-promotions', {
		input: z
			.strictObject({ code, uid: uid.nullish(), ...listFields })
			.transform((page) => ({ ...page, uid: page.uid ?? undefined, cursor: page.cursor ?? undefined })),
		output: pageOf(promoRedemption),
	}),
};
