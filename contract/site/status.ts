import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';

/**
 * What of our troubles concerns people. `rewards-late`: nothing comes from a wall, or nothing that can be booked.
 * `withdrawals-vendor`: who pays out does not answer as usual. `withdrawals-late`: for a reason of ours.
 */
export const troubles = [
	'rewards-late',
	'withdrawals-paused',
	'withdrawals-vendor',
	'withdrawals-late',
	'mails-late',
] as const;

export const publicStatus = z.object({
	/** Ms since the epoch. */
	at: z.number(),
	wrong: z.array(
		z.object({
			kind: z.enum(troubles),
			/** The wall's name, with `rewards-late`. */
			wall: z.string().nullable(),
			/** Ms since the epoch, rounded down to the minute: when it was noticed; null where that is not kept. */
			since: z.number().nullable(),
		}),
	),
});
export type PublicStatus = z.output<typeof publicStatus>;

export const statusCalls = {
	/** What is wrong now. How withdrawals were paid is in `GET /proof/status`. */
	getPublicStatus: defineCall({ access: 'anonymous', input: noPayload, output: publicStatus }),
};
