import { z } from 'zod';
import { notDone, type VendorEntry, vendorEntry } from '../walls/vendor-entry.ts';
import { type ReportKind, reportKinds, reports, reportsNotDone } from './reports.ts';

export type Report = VendorEntry<ReportKind>;

const credential = z.string().min(1).max(500);

function entryOf(kind: ReportKind) {
	const needs = Object.entries(reports[kind].credentials);
	return vendorEntry(
		kind,
		Object.fromEntries(needs.map(([name, need]) => [name, need === 'required' ? credential : credential.optional()])),
	);
}

export const reportEntry = z.discriminatedUnion('kind', [
	notDone<ReportKind>(
		reportsNotDone,
		`is not asked for by itself; ${reportKinds.join(' and ')} are, others are brought as CSV`,
	),
	...reportKinds.map(entryOf),
]);
