import { DAY_MS } from '../../../contract/durations.ts';
import { PLATFORM_PENDING_DAYS } from '../../../contract/limits.ts';
import { language } from '../../lib/format/language.ts';

/** The day by which the platform usually lets go of what it was paid for a pass. */
export function pendingUntil(paidAtMs: number): string {
	const until = new Date(paidAtMs + PLATFORM_PENDING_DAYS.max * DAY_MS);
	return until.toLocaleDateString(language, { day: 'numeric', month: 'long' });
}
