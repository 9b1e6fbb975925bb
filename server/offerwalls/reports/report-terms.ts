import type { Wall } from '../walls/wall.ts';
import { reports } from './reports.ts';
import type { KeptTerms } from './store-reports.ts';

/** By whose days a wall is compared, and what is not told: so many millionths of $, or thousandths of what we booked. */
export type ReportTerms = { zone: string; toleranceMicros: number; tolerancePermille: number };

/** A cent: reports are rounded. Whoever knows a partner to be late at midnight sets more. */
const TOLERANCE_MICROS = 10_000;

export function termsOf({ report }: Pick<Wall, 'report'>, kept: KeptTerms | undefined): ReportTerms {
	return {
		zone: kept?.zone ?? (report ? reports[report.kind].zone : 'UTC'),
		toleranceMicros: kept?.toleranceMicros ?? TOLERANCE_MICROS,
		tolerancePermille: kept?.tolerancePermille ?? 0,
	};
}

/** Whether the two are alike, as far as it matters. */
export function tolerates({ toleranceMicros, tolerancePermille }: ReportTerms, ours: number, theirs: number): boolean {
	const allowed = Math.max(toleranceMicros, Math.floor((Math.abs(ours) * tolerancePermille) / 1_000));
	return Math.abs(ours - theirs) <= allowed;
}
