import { z } from 'zod';
import { defineCall } from '../call.ts';

export const legalDocuments = ['terms', 'privacy'] as const;
export type LegalDocument = (typeof legalDocuments)[number];

/** Calls work without the agreement. */
export const toAgree = z.object({
	/** True if the user agreed to an earlier version of the document. */
	is_changed: z.boolean(),
	/** SHA-256 of each text in hex, by language. The effective date is not hashed. */
	versions: z.record(z.string(), z.array(z.string())),
});

export const agreementCalls = {
	/** Ignores outdated versions. Returns the documents that still need agreement. */
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
