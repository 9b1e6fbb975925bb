import { DAY_MS } from '../../../contract/durations.ts';
import { PLATFORM_PENDING_DAYS } from '../../../contract/limits.ts';
import { formatDay } from '../../lib/format/formats.ts';

/** Latest usual day on which the platform releases the payment for a pass. */
export function pendingUntil(paidAtMs: number): string {
	return formatDay(paidAtMs + PLATFORM_PENDING_DAYS.max * DAY_MS);
}
