import { inThousands } from '../../lib/format/amount.ts';

/** A span of days, to a tenth where that tells something. */
export function formatDays(days: number): string {
	return days < 100 ? days.toFixed(1) : inThousands(Math.round(days));
}
