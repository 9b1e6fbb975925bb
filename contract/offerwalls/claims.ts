import { z } from 'zod';
import { defineCall } from '../call.ts';
import { CLAIM_BODY_BYTES_MAX, CLAIM_NOTE_LENGTH_MAX, CLAIM_PICTURE_BYTES_MAX, CLAIM_PICTURES_MAX } from '../limits.ts';
import { pageOf, pageRequest } from '../paging.ts';

export const claimAnswers = ['held', 'refused', 'other-offer', 'taken-back', 'credited', 'never-arrived'] as const;
export type ClaimAnswerKind = (typeof claimAnswers)[number];

export const refusedReasons = [
	'not-eligible',
	'nothing-paid',
	'other-amount',
	'other-user',
	'rejected-before',
	'wall-off',
	'not-understood',
] as const;
export type RefusedReason = (typeof refusedReasons)[number];

export const claimStates = ['open', 'asked-partner', 'settled', 'declined'] as const;
export type ClaimState = (typeof claimStates)[number];

const claimAnswer = z.object({
	kind: z.enum(claimAnswers),
	/** Release time of a held reward; null until the partner decides. Else the earliest time to report it, if ahead. */
	until: z.number().nullable(),
	/** One of {@link refusedReasons}, or the partner's text. */
	reason: z.string().nullable(),
	url: z.string().nullable(),
	amount: z.number().nullable(),
	name: z.string().nullable(),
	at: z.number().nullable(),
});
export type ClaimAnswer = z.output<typeof claimAnswer>;

const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;
const DATA_URL_LENGTH_MAX = 30 + Math.ceil(CLAIM_PICTURE_BYTES_MAX / 3) * 4;

export const claimItem = z.object({
	reference: z.string(),
	/** Null if the claim names only the wall. */
	offer: z.string().nullable(),
	wall_id: z.string(),
	state: z.enum(claimStates),
	/** R$; null unless settled. */
	amount: z.number().nullable(),
	said: z.string().nullable(),
	opened_at: z.number(),
	changed_at: z.number(),
});
export type ClaimItem = z.output<typeof claimItem>;

export const claimCalls = {
	/** `insist` opens the claim for staff despite an automatic answer. */
	openClaim: defineCall({
		access: 'user',
		bodyBytesMax: CLAIM_BODY_BYTES_MAX,
		input: z
			.strictObject({
				offer_id: z.string().min(1).max(64).nullish(),
				wall_id: z.string().min(1).max(40).nullish(),
				goal_id: z.string().min(1).max(200).nullish(),
				note: z.string().trim().max(CLAIM_NOTE_LENGTH_MAX).nullish(),
				pictures: z
					.array(
						z.string().max(DATA_URL_LENGTH_MAX).regex(DATA_URL, 'must be a PNG, JPEG or WebP picture as a data URL'),
					)
					.max(CLAIM_PICTURES_MAX)
					.nullish(),
				insist: z.boolean().nullish(),
			})
			.refine(({ offer_id, wall_id }) => offer_id || wall_id, {
				path: ['offer_id'],
				message: 'is required unless wall_id is set',
			})
			.transform(({ offer_id, wall_id, goal_id, note, pictures, insist }) => ({
				offerId: offer_id ?? undefined,
				wallId: wall_id ?? undefined,
				goalId: goal_id ?? undefined,
				note: note || undefined,
				pictures: pictures ?? [],
				insists: insist === true,
			})),
		output: z.object({
			/** Null if the claim was not opened. */
			reference: z.string().nullable(),
			answer: claimAnswer,
			state: z.enum(['answered', 'open', 'asked-partner']),
		}),
	}),
	getClaims: defineCall({ access: 'user', input: pageRequest, output: pageOf(claimItem) }),
};

export type ClaimRequest = z.output<typeof claimCalls.openClaim.input>;
