import { DAY_MS } from '../../../contract/durations.ts';
import { asUsdMicros, type UsdMicros } from '../../../contract/money.ts';

/** Only for partners that document every response field: a misread report would flag correct books. */
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

/** The larger limit applies; the permille is of our amount. */
export type ReportTerms = { zone: string; toleranceMicros: number; tolerancePermille: number };

type ReportRequest = { query: Readonly<Record<string, string>>; headers: Readonly<Record<string, string>> };

export type ReportedDay = { day: string; micros: UsdMicros; reconciledMicros: UsdMicros | null };

export type PartnerReport = { days: ReportedDay[]; rows: number };

export class ReportUnreadable extends Error {
	override readonly name = 'ReportUnreadable';
}

const MICROS = 1_000_000;
const USD_MAX = 100_000_000;

export type ReportRow = { day: string; usd: number; reconciledUsd?: number | undefined };

/** @throws ReportUnreadable for an invalid amount. */
export function addUp(rows: readonly ReportRow[], span: Span): PartnerReport {
	const days = new Map(
		daysOf(span).map((day): [string, ReportedDay] => [day, { day, micros: none, reconciledMicros: null }]),
	);
	let counted = 0;
	for (const { day, usd, reconciledUsd } of rows) {
		const reportedDay = days.get(day);
		if (!reportedDay) continue;
		counted += 1;
		reportedDay.micros = asUsdMicros(reportedDay.micros + microsOf(usd, day));
		if (reconciledUsd === undefined) continue;
		reportedDay.reconciledMicros = asUsdMicros((reportedDay.reconciledMicros ?? 0) + microsOf(reconciledUsd, day));
	}
	return { days: [...days.values()], rows: counted };
}

const none = asUsdMicros(0);

function daysOf({ from, to }: Span): string[] {
	const count = Math.max(0, (Date.parse(to) - Date.parse(from)) / DAY_MS + 1);
	return Array.from({ length: count }, (_, n) => dayAfter(from, n));
}

export function dayAfter(day: string, count: number): string {
	return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

function microsOf(usd: number, day: string): number {
	if (!Number.isFinite(usd) || Math.abs(usd) > USD_MAX) throw new ReportUnreadable(`invalid amount on ${day}`);
	return Math.round(usd * MICROS);
}
