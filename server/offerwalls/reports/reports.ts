import { z } from 'zod';
import { bitlabsReport } from './bitlabs-report.ts';
import { type ReportContract, ReportUnreadable } from './report.ts';
import { addUp } from './reported-days.ts';

const answerForm = z.array(
	z.object({
		clientId: z.string(),
		data: z.array(z.number()),
		dateArray: z.array(z.string().regex(/^\d{4}-\d{2}-\d{2}T/)),
	}),
);

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
		const parsed = answerForm.safeParse(answer);
		if (!parsed.success)
			throw new ReportUnreadable(`unexpected inBrain format: ${parsed.error.issues[0]?.path.join('.')}`);
		const ours = parsed.data.filter((client) => clientId === undefined || client.clientId === clientId);
		const rows = ours.flatMap(({ data, dateArray }) => {
			if (data.length !== dateArray.length) throw new ReportUnreadable("dates and figures don't match");
			return data.map((usd, n) => ({ day: (dateArray[n] as string).slice(0, 10), usd }));
		});
		return addUp(rows, span);
	},
};

export const reports = { bitlabs: bitlabsReport, inbrain: inbrainReport } as const satisfies Record<
	string,
	ReportContract
>;

export type ReportKind = keyof typeof reports;
export const reportKinds = Object.keys(reports) as ReportKind[];

/** Reports that are not supported, because no readable vendor page lists all response fields. */
export const reportsNotDone = ['adgem', 'adgate', 'ayet'] as const;
