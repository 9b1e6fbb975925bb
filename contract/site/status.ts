import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';

/** `withdrawals-vendor`: the vendor does not respond or is unclear. `withdrawals-late`: an internal cause. */
export const troubles = [
	'rewards-late',
	'withdrawals-paused',
	'withdrawals-vendor',
	'withdrawals-late',
	'mails-late',
] as const;

const attribution = z.object({ text: z.string(), url: z.string().nullable() });
export type Attribution = z.output<typeof attribution>;

export const publicStatus = z.object({
	at: z.number(),
	wrong: z.array(
		z.object({
			kind: z.enum(troubles),
			wall: z.string().nullable(),
			/** Ms since the epoch, rounded down to the minute; null if not recorded. */
			since: z.number().nullable(),
		}),
	),
	/** Required by the licence of the country data; null without such data. */
	country_data: attribution.nullable(),
	/** Hours until nine of ten messages were answered in the last 90 days; null after too few answers. */
	reply_hours: z.number().nullable(),
	/** The same for claims. */
	claim_hours: z.number().nullable(),
});
export type PublicStatus = z.output<typeof publicStatus>;

export const statusCalls = {
	getPublicStatus: defineCall({ access: 'anonymous', input: noPayload, output: publicStatus }),
};
