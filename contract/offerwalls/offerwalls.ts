import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';

/** What most of a wall is. */
const wallKinds = ['games', 'surveys', 'offers'] as const;

/** What comes on top of every reward, and until when. */
export const boostShown = z.object({ percent: z.number(), until: z.number() }).nullable();

export const offerwallCalls = {
	getOfferwalls: defineCall({
		access: 'user',
		input: noPayload,
		output: z.array(
			z.object({
				id: z.string(),
				name: z.string(),
				/** The company whose wall it is. */
				partner: z.string(),
				url: z.string(),
				minAge: z.number(),
				/** A path of our own; null: none. */
				picture: z.string().nullable(),
				kind: z.enum(wallKinds),
				/** R$ of its best offer for this person; without a feed what its credits reach of late; null where too few came. */
				upTo: z.number().nullable(),
				boost: boostShown,
			}),
		),
	}),
};
