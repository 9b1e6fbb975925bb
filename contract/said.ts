import { z } from 'zod';

/**
 * A sentence for a person. What the product says has a `reason` (`refusals.ts`) and the values that stand in the sentence,
 * so that clients need not read it; what an admin wrote, or a page says by itself, is the sentence alone.
 */
export const said = z.object({
	message: z.string(),
	reason: z.string().optional(),
	params: z.looseObject({}).optional(),
});
export type Said = z.output<typeof said>;
