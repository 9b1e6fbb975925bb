import { z } from 'zod';

/** In a wall's entry, what its vendor is asked for by us: under which contract, and what it knows us by. */
export type VendorEntry<Kind extends string> = {
	kind: Kind;
	/** Where it is asked in the vendor's place. */
	url: string | undefined;
	credentials: Readonly<Record<string, string>>;
	/** Nobody of our own network is asked: the entry was written by who need not have the machine. */
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
			({ url, kind: _, ...given }): VendorEntry<Kind> => ({
				kind,
				url,
				credentials: given as Record<string, string>,
			}),
		);
}

/** Named by the interface, but what they answer could not be read anywhere: better nothing than something wrong. */
export function notDone<Kind extends string>(kinds: readonly string[], message: string) {
	return z
		.looseObject({ kind: z.enum(kinds) })
		.refine(() => false, message)
		.transform((): VendorEntry<Kind> => z.NEVER);
}
