import { z } from 'zod';

/** A product text has `reason` (`refusals.ts`) and `params`; other text is only `message`. */
export const localizedMessage = z.object({
	message: z.string(),
	reason: z.string().optional(),
	params: z.looseObject({}).optional(),
});
export type LocalizedMessage = z.output<typeof localizedMessage>;
