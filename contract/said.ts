import { z } from 'zod';

/** A product text has `reason` (`refusals.ts`) and `params`; other text is only `message`. */
export const said = z.object({
	message: z.string(),
	reason: z.string().optional(),
	params: z.looseObject({}).optional(),
});
export type Said = z.output<typeof said>;
