import { bitlabsReport } from './bitlabs-report.ts';
import { inbrainReport } from './inbrain-report.ts';
import type { ReportContract } from './report.ts';

export const reports = { bitlabs: bitlabsReport, inbrain: inbrainReport } as const satisfies Record<
	string,
	ReportContract
>;

export type ReportKind = keyof typeof reports;
export const reportKinds = Object.keys(reports) as ReportKind[];

/** Reports that are not supported, because no readable vendor page lists all response fields. */
export const reportsNotDone = ['adgem', 'adgate', 'ayet'] as const;
