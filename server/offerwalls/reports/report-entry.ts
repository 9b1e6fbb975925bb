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
		`can't be imported automatically; only ${reportKinds.join(' and ')} can. Upload CSV reports for others`,
	),
	...reportKinds.map(entryOf),
]);
