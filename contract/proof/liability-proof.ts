import { z } from 'zod';
import { defineCall } from '../call.ts';

/** Where a person's amount is in what a checkpoint says is owed. Amounts in hundredths of R$; how to check it: `docs/public-proof.md`. */
const liabilityProof = z.object({
	day: z.string(),
	/** Whose `liabilities` have this `root` and `sum`. */
	checkpoint: z.number(),
	/** Ms since the epoch. */
	at: z.string(),
	amount: z.string(),
	spendable: z.string(),
	held_back: z.string(),
	on_its_way: z.string(),
	salt: z.string(),
	index: z.number(),
	/** From the leaf upwards; `side` is where the other one stands. */
	path: z.array(z.object({ side: z.enum(['left', 'right']), sum: z.string(), hash: z.string() })),
	root: z.string(),
	sum: z.string(),
});
export type LiabilityProof = z.output<typeof liabilityProof>;

export const liabilityProofCalls = {
	/** Of a day (UTC), or the newest. `not-found`: none was made that day, the caller came later, or it is more than 30 days ago. */
	getLiabilityProof: defineCall({
		access: 'user',
		input: z.strictObject({ day: z.iso.date().nullish() }),
		output: liabilityProof,
	}),
};
