import { z } from 'zod';
import { defineCall } from '../call.ts';

/** Amounts in hundredths of R$. Verification: `docs/public-proof.md`. */
const liabilityProof = z.object({
	day: z.string(),
	checkpoint: z.number(),
	/** Ms since the epoch. */
	at: z.string(),
	amount: z.string(),
	spendable: z.string(),
	held_back: z.string(),
	on_its_way: z.string(),
	salt: z.string(),
	index: z.number(),
	/** Siblings from the leaf upwards; `side` is the sibling's position. */
	path: z.array(z.object({ side: z.enum(['left', 'right']), sum: z.string(), hash: z.string() })),
	root: z.string(),
	sum: z.string(),
});
export type LiabilityProof = z.output<typeof liabilityProof>;

export const liabilityProofCalls = {
	/**
	 * Returns the proof of a UTC day, or the newest one. @throws `not-found` if the day has no tree, the account is newer
	 * than the tree, or 30 days have passed.
	 */
	getLiabilityProof: defineCall({
		access: 'user',
		input: z.strictObject({ day: z.iso.date().nullish() }),
		output: liabilityProof,
	}),
};
