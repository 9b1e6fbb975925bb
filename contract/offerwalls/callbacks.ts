import { z } from 'zod';
import { cursor, reason, timeMs, uid } from '../admin/fields.ts';
import { postbackOutcomes } from '../admin/lists.ts';
import { defineStaffCall } from '../call.ts';
import { pageOf } from '../paging.ts';
import { hiddenOffer } from './offers.ts';

export const postbackRow = z.object({
	id: z.string(),
	at: z.number(),
	wall: z.string(),
	outcome: z.string(),
	why: z.string().nullable(),
	ip: z.string(),
	request: z.string(),
	uid: z.string().nullable(),
	user_name: z.string().nullable(),
	/** `amount` is in R$. */
	booked: z.object({ kind: z.string(), amount: z.number(), at: z.number() }).nullable(),
	canReplay: z.boolean(),
});
export type PostbackRow = z.output<typeof postbackRow>;

const findPostbacksRequest = z
	.strictObject({
		wall: z.string().max(40).optional(),
		outcome: z.enum(postbackOutcomes).optional(),
		uid: uid.optional(),
		transactionId: z.string().min(1).max(128).optional(),
		text: z.string().min(1).max(200).optional(),
		since: timeMs.optional(),
		until: timeMs.optional(),
		cursor,
		limit: z.int().min(1).max(100).default(25),
	})
	.transform((request) => ({ ...request, cursor: request.cursor ?? undefined }));
export type FindPostbacksRequest = z.output<typeof findPostbacksRequest>;

export const callbackCalls = {
	/** A short page can still have a `nextCursor`, because each call searches back only to `searchedBackTo`. */
	adminFindCallbacks: defineStaffCall('read-callbacks', {
		input: findPostbacksRequest,
		output: pageOf(postbackRow).extend({ searchedBackTo: z.number().nullable() }),
	}),
	/** Books a verified postback whose booking failed. */
	adminReplayCallback: defineStaffCall('replay-callbacks', {
		input: z.strictObject({ id: z.string().regex(/^\d{1,15}$/), reason: reason.nullish() }),
		output: z.object({ outcome: z.enum(postbackOutcomes) }),
	}),
	adminExportDispute: defineStaffCall('decide-claims', {
		input: z.strictObject({ uid, wall_id: z.string().max(40), reason }),
		output: z.object({
			uid: z.string(),
			wall_id: z.string(),
			callbacks: z.array(
				postbackRow
					.pick({ at: true, outcome: true, why: true, request: true })
					.extend({ booked: z.object({ kind: z.string(), amount: z.number() }).nullable() }),
			),
			clicks: z.array(z.object({ id: z.string(), at: z.number(), offer_id: z.string(), name: z.string() })),
			hidden_offers: z.array(hiddenOffer),
			is_complete: z.boolean(),
		}),
	}),
};
