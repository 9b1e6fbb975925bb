import type { UsdMicros } from '../../../contract/money.ts';

/**
 * A report is supported only if the partner documents every response field, because a misread report would flag correct
 * books.
 */
export type ReportContract = {
	/** The partner's default; the entry's `url` overrides it. */
	origin: string;
	path: string;
	credentials: Readonly<Record<string, 'required' | 'optional'>>;
	zone: string;
	request(span: Span, credentials: Readonly<Record<string, string>>): ReportRequest;
	read(answer: unknown, span: Span, credentials: Readonly<Record<string, string>>): PartnerReport;
};

/** First and last day in the partner's zone, as `YYYY-MM-DD`. */
export type Span = { from: string; to: string };

type ReportRequest = { query: Readonly<Record<string, string>>; headers: Readonly<Record<string, string>> };

export type ReportedDay = { day: string; micros: UsdMicros; reconciledMicros: UsdMicros | null };

export type PartnerReport = { days: ReportedDay[]; rows: number };

export class ReportUnreadable extends Error {
	override readonly name = 'ReportUnreadable';
}
