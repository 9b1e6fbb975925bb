import type { reconciliationCalls } from '../../../contract/offerwalls/reconciliation.ts';
import type { Feature } from '../../lib/feature.ts';
import { compareReports, listReportAlerts, type ReportDeps } from './compare-reports.ts';
import { adminGetReconciliation } from './get-reconciliation.ts';
import { adminSetReportTerms, adminSettleDifference, adminUploadReport } from './report-actions.ts';

export const partnerReports = {
	calls: { adminGetReconciliation, adminUploadReport, adminSetReportTerms, adminSettleDifference },
	// The previous day has then ended in American time zones, too.
	jobs: [{ name: 'compare-reports', at: '23 6 * * *', run: compareReports }],
	alerts: listReportAlerts,
} satisfies Feature<typeof reconciliationCalls, ReportDeps>;
