import { z } from 'zod';
import { type ReportContract, ReportUnreadable } from './report.ts';
import { addUp } from './reported-days.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}T/);

const answerForm = z.object({
	data: z.object({
		date_range: z.object({ from: day, to: day }),
		reports: z
			.array(
				z.object({
					date: day,
					total: z.object({ revenue_usd: z.number(), reconciliation_usd: z.number().optional() }),
				}),
			)
			.optional(),
	}),
});

/**
 * Source: docs.bitlabs.ai/operation/operation-getpublisherrevenue. It does not explain `reconciliation_usd`, so that
 * is only displayed.
 */
export const bitlabsReport: ReportContract = {
	origin: 'https://api.bitlabs.ai',
	path: '/v2/publishers/revenue',
	credentials: { s2sToken: 'required' },
	zone: 'UTC',
	request: ({ from, to }, { s2sToken = '' }) => ({
		query: { startDate: from, endDate: to },
		headers: { 'x-s2s-token': s2sToken },
	}),
	read(answer, { from, to }) {
		const parsed = answerForm.safeParse(answer);
		if (!parsed.success)
			throw new ReportUnreadable(`unexpected BitLabs format: ${parsed.error.issues[0]?.path.join('.')}`);
		const { date_range: range, reports = [] } = parsed.data.data;
		const clipped = { from: later(from, range.from.slice(0, 10)), to: earlier(to, range.to.slice(0, 10)) };
		const rows = reports.map(({ date, total: { revenue_usd: usd, reconciliation_usd: reconciledUsd } }) => ({
			day: date.slice(0, 10),
			usd,
			reconciledUsd,
		}));
		return addUp(rows, clipped);
	},
};

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);
