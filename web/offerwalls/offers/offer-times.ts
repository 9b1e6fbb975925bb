import { formatDay, language } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 1_440;
const DAY_HOURS = 24;

export function usuallyCredited(minutes: number): string {
	if (minutes < 2 * HOUR_MINUTES) return m.offers_usually_minutes({ count: minutes });
	if (minutes < 2 * DAY_MINUTES) return m.offers_usually_hours({ count: Math.round(minutes / HOUR_MINUTES) });
	return m.offers_usually_days({ count: Math.round(minutes / DAY_MINUTES) });
}

export function aboutTime(minutes: number): string {
	if (minutes < 2 * HOUR_MINUTES) return m.offers_about_minutes({ count: minutes });
	if (minutes < 2 * DAY_MINUTES) return m.offers_about_hours({ count: Math.round(minutes / HOUR_MINUTES) });
	return m.offers_about_days({ count: Math.round(minutes / DAY_MINUTES) });
}

export function completeWithin(hours: number): string {
	if (hours < 3 * DAY_HOURS) return m.offers_complete_within_hours({ count: hours });
	return m.offers_complete_within_days({ count: Math.floor(hours / DAY_HOURS) });
}

export const shortMoment = (ms: number): string =>
	new Date(ms).toLocaleString(language, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

type Timed = { complete_by: number | null };

export const hasEnded = ({ complete_by: by }: Timed): boolean => by !== null && by <= Date.now();

/** Returns undefined if the partner names no time. */
export function completeBy(offer: Timed): string | undefined {
	if (hasEnded(offer)) return m.offers_ended();
	return offer.complete_by === null ? undefined : m.offers_complete_by({ date: formatDay(offer.complete_by) });
}
