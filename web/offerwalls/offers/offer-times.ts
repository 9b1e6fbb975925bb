import { formatDay, language } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 1_440;
const DAY_HOURS = 24;
const EXACT_MINUTES = 20;

type Words = Record<'minutes' | 'hours' | 'days', (values: { count: number }) => string>;

/** From two hours and two days on, smaller units would be needlessly exact. */
function inWords(minutes: number, words: Words): string {
	if (minutes < 2 * HOUR_MINUTES) return words.minutes({ count: minutes });
	if (minutes < 2 * DAY_MINUTES) return words.hours({ count: Math.round(minutes / HOUR_MINUTES) });
	return words.days({ count: Math.round(minutes / DAY_MINUTES) });
}

const usually = { minutes: m.offers_usually_minutes, hours: m.offers_usually_hours, days: m.offers_usually_days };
const about = { minutes: m.offers_about_minutes, hours: m.offers_about_hours, days: m.offers_about_days };

export const usuallyCredited = (minutes: number): string => inWords(minutes, usually);
export const aboutTime = (minutes: number): string =>
	inWords(minutes > EXACT_MINUTES ? 5 * Math.round(minutes / 5) : minutes, about);

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
