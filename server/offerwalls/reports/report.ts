import type { UsdMicros } from '../../../contract/money.ts';

/**
 * Shipped only if every response field was read in the vendor's documentation: a misread report would flag correct
 * books.
 */
export type ReportContract = {
	/** The vendor's default; the entry's `url` overrides it. */
	origin: string;
	path: string;
	credentials: Readonly<Record<string, 'required' | 'optional'>>;
	zone: string;
	request(span: Span, credentials: Readonly<Record<string, string>>): ReportRequest;
	read(answer: unknown, span: Span, credentials: Readonly<Record<string, string>>): PartnerReport;
};

/** The partner's days as `YYYY-MM-DD`, both inclusive. */
export type Span = { from: string; to: string };

type ReportRequest = { query: Readonly<Record<string, string>>; headers: Readonly<Record<string, string>> };

/** `reconciledMicros` is the amount taken back, as the partner reports it. */
export type ReportedDay = { day: string; micros: UsdMicros; reconciledMicros: UsdMicros | null };

export type PartnerReport = { days: ReportedDay[]; rows: number };

export class ReportUnreadable extends Error {
	override readonly name = 'ReportUnreadable';
}
