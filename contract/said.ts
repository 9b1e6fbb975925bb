import { z } from 'zod';

/** The product's own sentence has a `reason` (`refusals.ts`) and `params`; an admin's, or a page's, is the sentence alone. */
export const said = z.object({
	message: z.string(),
	reason: z.string().optional(),
	params: z.looseObject({}).optional(),
});
export type Said = z.output<typeof said>;
