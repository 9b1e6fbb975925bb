import { z } from 'zod';

/** The product's own texts have `reason` (`refusals.ts`) and `params`; texts by admins and partners have only `message`. */
export const localizedMessage = z.object({
	message: z.string(),
	reason: z.string().optional(),
	params: z.looseObject({}).optional(),
});
export type LocalizedMessage = z.output<typeof localizedMessage>;
