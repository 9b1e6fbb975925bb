import { inThousands } from '../../lib/format/amount.ts';

export function formatDays(days: number): string {
	return days < 100 ? days.toFixed(1) : inThousands(Math.round(days));
}
