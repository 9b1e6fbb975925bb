import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';

const wallKinds = ['games', 'surveys', 'offers'] as const;

export const boostShown = z.object({ percent: z.number(), until: z.number() }).nullable();

export const offerwallCalls = {
	getOfferwalls: defineCall({
		access: 'user',
		input: noPayload,
		output: z.array(
			z.object({
				id: z.string(),
				name: z.string(),
				partner: z.string(),
				url: z.string(),
				minAge: z.number(),
				picture: z.string().nullable(),
				kind: z.enum(wallKinds),
				/** R$ of the best offer for the user. Without a feed: from recent credits, null if there are too few. */
				upTo: z.number().nullable(),
				boost: boostShown,
			}),
		),
	}),
};
