import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';

/** What is owed at the end of a day (UTC), in R$: what could be withdrawn, what is held back, what is on its way. */
export const owedDay = z.object({
	day: z.string(),
	spendable: z.number(),
	held_back: z.number(),
	on_its_way: z.number(),
});

export const windDownCalls = {
	/** The end of the service, once it is announced. Times are ms since the epoch. */
	getWindDown: defineCall({
		access: 'anonymous',
		input: noPayload,
		output: z.object({
			/** Null: the service goes on. */
			wind_down: z.object({ announced_at: z.number(), ends_at: z.number(), is_over: z.boolean() }).nullable(),
			/** The newest first, 100 at most. Empty while the service goes on. */
			owed: z.array(owedDay),
		}),
	}),
};
