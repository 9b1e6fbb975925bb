import type { Wall } from '../walls/wall.ts';
import { reports } from './reports.ts';
import type { StoredTerms } from './store-reports.ts';

/** A difference is tolerated up to an amount in micro-USD or a permille of our amount, whichever is larger. */
export type ReportTerms = { zone: string; toleranceMicros: number; tolerancePermille: number };

const TOLERANCE_MICROS = 10_000;

export function termsOf({ report }: Pick<Wall, 'report'>, stored: StoredTerms | undefined): ReportTerms {
	return {
		zone: stored?.zone ?? (report ? reports[report.kind].zone : 'UTC'),
		toleranceMicros: stored?.toleranceMicros ?? TOLERANCE_MICROS,
		tolerancePermille: stored?.tolerancePermille ?? 0,
	};
}

export function tolerates({ toleranceMicros, tolerancePermille }: ReportTerms, ours: number, theirs: number): boolean {
	const allowed = Math.max(toleranceMicros, Math.floor((Math.abs(ours) * tolerancePermille) / 1_000));
	return Math.abs(ours - theirs) <= allowed;
}
