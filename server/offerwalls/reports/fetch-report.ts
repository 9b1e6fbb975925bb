import { NoAnswer, parseJson, type SendRequest, sendRequest } from '../../lib/http/outbound.ts';
import { type PartnerReport, type ReportContract, ReportUnreadable, type Span } from './report.ts';
import type { Report } from './report-entry.ts';
import { reports } from './reports.ts';

const TIMEOUT_MS = 60_000;
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;

/** @throws ReportUnreadable unless complete and in the vendor's format. */
export async function fetchReport(report: Report, span: Span, send: SendRequest = sendRequest): Promise<PartnerReport> {
	const contract: ReportContract = reports[report.kind];
	const { query, headers } = contract.request(span, report.credentials);
	const url = new URL(contract.path, report.url ?? contract.origin);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	const answer = await send({
		method: 'GET',
		url: url.href,
		headers,
		timeoutMs: TIMEOUT_MS,
		bodyBytesMax: ANSWER_BYTES_MAX,
		isPublicOnly: report.isPublicOnly ?? false,
	}).catch((error) => {
		if (error instanceof NoAnswer) throw new ReportUnreadable(`no response (${error.reason})`);
		throw error;
	});
	if (answer.status !== 200) throw new ReportUnreadable(`HTTP status ${answer.status}`);
	const parsed = parseJson(answer.text);
	if (parsed === undefined) throw new ReportUnreadable('response is not JSON');
	return contract.read(parsed, span, report.credentials);
}
