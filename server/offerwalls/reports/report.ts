import type { UsdMicros } from '../../../contract/money.ts';

/**
 * How a partner is asked what it owes. Shipped only where each field of the answer was read at the vendor: a report that is
 * read wrongly would call good books wrong. docs/offerwalls.md lists the others, whose reports staff bring as files.
 */
export type ReportContract = {
	/** The vendor's own; the entry's `url` takes its place. */
	origin: string;
	path: string;
	/** What the entry gives besides. */
	credentials: Readonly<Record<string, 'required' | 'optional'>>;
	/** IANA name: by whose days it counts. */
	zone: string;
	ask(span: Span, credentials: Readonly<Record<string, string>>): Asked;
	/** @throws ReportUnreadable for anything but the vendor's form. */
	read(answer: unknown, span: Span, credentials: Readonly<Record<string, string>>): ToldReport;
};

/** Days of the partner as `YYYY-MM-DD`, both of them included. */
export type Span = { from: string; to: string };

type Asked = { query: Readonly<Record<string, string>>; headers: Readonly<Record<string, string>> };

/** What is owed for one day; `reconciledMicros`: what the partner names beside it as taken back. */
export type ToldDay = { day: string; micros: UsdMicros; reconciledMicros: UsdMicros | null };

/** The days that a report tells of, those of which it has no row as 0; and how many rows it had. */
export type ToldReport = { days: ToldDay[]; rows: number };

/** Says what is wrong with it, for whoever brought or asked for it. */
export class ReportUnreadable extends Error {
	override readonly name = 'ReportUnreadable';
}
