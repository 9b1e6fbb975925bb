import { z } from 'zod';

export type VendorEntry<Kind extends string> = {
	kind: Kind;
	url: string | undefined;
	credentials: Readonly<Record<string, string>>;
	/** Forbids requests to our own network, because the entry's author may lack server access. */
	isPublicOnly?: boolean;
};

export function vendorEntry<Kind extends string>(kind: Kind, credentials: Record<string, z.ZodType>) {
	return z
		.strictObject({
			kind: z.literal(kind),
			url: z
				.url({ protocol: /^https?$/ })
				.transform((text) => new URL(text).origin)
				.optional(),
			...credentials,
		})
		.transform(
			({ url, kind: _, ...given }): VendorEntry<Kind> => ({ kind, url, credentials: given as Record<string, string> }),
		);
}

/** Refuses kinds of vendors whose responses could not be verified. */
export function notDone<Kind extends string>(kinds: readonly string[], message: string) {
	return z
		.looseObject({ kind: z.enum(kinds) })
		.refine(() => false, message)
		.transform((): VendorEntry<Kind> => z.NEVER);
}
