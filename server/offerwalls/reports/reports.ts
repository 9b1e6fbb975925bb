import { z } from 'zod';
import { notDone, type VendorEntry, vendorEntry } from '../walls/vendor-entry.ts';
import { addUp, type ReportContract, type ReportTerms, ReportUnreadable } from './report.ts';
import type { StoredTerms } from './store-reports.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}T/);
const total = z.object({ revenue_usd: z.number(), reconciliation_usd: z.number().optional() });
const bitlabsAnswer = z.object({
	data: z.object({
		date_range: z.object({ from: day, to: day }),
		reports: z.array(z.object({ date: day, total })).default([]),
	}),
});
const inbrainAnswer = z.array(z.object({ clientId: z.string(), data: z.array(z.number()), dateArray: z.array(day) }));

function parsed<Form extends z.ZodType>(form: Form, answer: unknown, vendor: string): z.output<Form> {
	const { data, error } = form.safeParse(answer);
	if (error) throw new ReportUnreadable(`unexpected ${vendor} format: ${error.issues[0]?.path.join('.')}`);
	return data;
}

/**
 * Source: docs.bitlabs.ai/operation/operation-getpublisherrevenue. It does not explain `reconciliation_usd`, so that
 * is only displayed.
 */
const bitlabsReport: ReportContract = {
	origin: 'https://api.bitlabs.ai',
	path: '/v2/publishers/revenue',
	credentials: { s2sToken: 'required' },
	zone: 'UTC',
	request: ({ from, to }, { s2sToken = '' }) => ({
		query: { startDate: from, endDate: to },
		headers: { 'x-s2s-token': s2sToken },
	}),
	read(answer, { from, to }) {
		const { date_range: range, reports } = parsed(bitlabsAnswer, answer, 'BitLabs').data;
		const [, first = from] = [from, range.from.slice(0, 10)].toSorted();
		const [last = to] = [to, range.to.slice(0, 10)].toSorted();
		const rows = reports.map(({ date, total: { revenue_usd: usd, reconciliation_usd } }) => {
			return { day: date.slice(0, 10), usd, reconciledUsd: reconciliation_usd };
		});
		return addUp(rows, { from: first, to: last });
	},
};

/** Source: docs.inbrain.ai/docs/reports-api/getting-started/request-details and /reporting-endpoints. */
const inbrainReport: ReportContract = {
	origin: 'https://api.inbrain.ai',
	path: '/api/v2/reports/earnings',
	credentials: { apiKey: 'required', clientId: 'optional' },
	zone: 'UTC',
	request: ({ from, to }, { apiKey = '', clientId }) => ({
		query: { startDate: from, endDate: to, ...(clientId && { clientIds: clientId }) },
		headers: { 'x-inbrain-api-key': apiKey },
	}),
	read(answer, span, { clientId }) {
		const clients = parsed(inbrainAnswer, answer, 'inBrain');
		const ours = clients.filter((client) => clientId === undefined || client.clientId === clientId);
		const rows = ours.flatMap(({ data, dateArray }) => {
			if (data.length !== dateArray.length) throw new ReportUnreadable("dates and figures don't match");
			return data.map((usd, n) => ({ day: (dateArray[n] as string).slice(0, 10), usd }));
		});
		return addUp(rows, span);
	},
};

export const reports = { bitlabs: bitlabsReport, inbrain: inbrainReport };

type ReportKind = keyof typeof reports;
const reportKinds = Object.keys(reports) as ReportKind[];

const TOLERANCE_MICROS = 10_000;

export function termsOf({ report }: { report?: Report | undefined }, stored: StoredTerms | undefined): ReportTerms {
	return {
		zone: stored?.zone ?? (report ? reports[report.kind].zone : 'UTC'),
		toleranceMicros: stored?.toleranceMicros ?? TOLERANCE_MICROS,
		tolerancePermille: stored?.tolerancePermille ?? 0,
	};
}

export function tolerates({ toleranceMicros, tolerancePermille }: ReportTerms, ours: number, theirs: number): boolean {
	const allowed = Math.max(toleranceMicros, Math.floor((Math.abs(ours) * tolerancePermille) / 1_000));
	return Math.abs(ours - theirs) <= allowed;
}

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
	// No readable page of these vendors lists all response fields.
	notDone<ReportKind>(
		['adgem', 'adgate', 'ayet'],
		`can't be imported automatically; only ${reportKinds.join(' and ')} can. Upload CSV reports for others`,
	),
	...reportKinds.map(entryOf),
]);
