import { z } from 'zod';
import { defineCall } from '../call.ts';

export const legalDocuments = ['terms', 'privacy'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** What somebody is asked to agree to. Asking refuses nothing: every call is served all the same. */
export const toAgree = z.object({
	/** False: they have not agreed to any text of it yet. */
	is_changed: z.boolean(),
	/** Of each language of the pages the versions of its texts: SHA-256 in hex, of the text without its date. */
	versions: z.record(z.string(), z.array(z.string())),
});

export const agreementCalls = {
	/** To what was shown. A version that is not in force any more is passed over. Answers what is still to be agreed to. */
	agreeToDocuments: defineCall({
		access: 'user',
		input: z.strictObject({
			versions: z
				.array(z.string().regex(/^[0-9a-f]{64}$/))
				.min(1)
				.max(2),
		}),
		output: z.object({ to_agree: toAgree.nullable() }),
	}),
};
