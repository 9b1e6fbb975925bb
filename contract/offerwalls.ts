import { z } from 'zod';
import { defineCall } from './call.ts';
import { noPayload } from './no-payload.ts';
import { pageOf, pageRequest } from './paging.ts';

export const getOfferwalls = defineCall({
	access: 'user',
	input: noPayload,
	output: z.array(z.object({ id: z.string(), name: z.string(), url: z.string(), minAge: z.number() })),
});

export const offerHistoryKinds = ['credit', 'reversal', 'pending', 'bonus', 'promotion', 'adjustment'] as const;

export const offerHistoryItem = z.object({
	id: z.string(),
	earning_source: z.string().nullable(),
	name: z.string().nullable(),
	/** R$, negative for a reversal. */
	amount: z.number(),
	timestamp: z.number(),
	kind: z.enum(offerHistoryKinds),
	pending_until: z.number().nullable(),
});
export type OfferHistoryItem = z.output<typeof offerHistoryItem>;

export const getOfferHistory = defineCall({ access: 'user', input: pageRequest, output: pageOf(offerHistoryItem) });
