import { z } from 'zod';
import { type ReportKind, reportKinds, reports, reportsNotDone } from './reports.ts';

/** A wall's report: which contract, and what its vendor knows us by. */
export type Report = {
	kind: ReportKind;
	/** Where it is asked in the vendor's place. */
	url: string | undefined;
	credentials: Readonly<Record<string, string>>;
	/** Nobody of our own network is asked: the entry was written by who need not have the machine. */
	isPublicOnly?: boolean;
};

const credential = z.string().min(1).max(500);

const notDone = z
	.looseObject({ kind: z.enum(reportsNotDone) })
	.refine(() => false, `is not asked for by itself; ${reportKinds.join(' and ')} are, others are brought as CSV`)
	.transform((): Report => z.NEVER);

function entryOf(kind: ReportKind) {
	const named = Object.fromEntries(
		Object.entries(reports[kind].credentials).map(([name, need]) => [
			name,
			need === 'required' ? credential : credential.optional(),
		]),
	);
	return z
		.strictObject({
			kind: z.literal(kind),
			url: z
				.url({ protocol: /^https?$/ })
				.transform((text) => new URL(text).origin)
				.optional(),
			...named,
		})
		.transform(({ url, kind: _, ...given }): Report => ({ kind, url, credentials: given as Record<string, string> }));
}

export const reportEntry = z.discriminatedUnion('kind', [notDone, ...reportKinds.map(entryOf)]);
