import { language } from './language.ts';

/** A date with its time of day, in the reader's zone. */
export function formatMoment(timeMs: number, dateStyle: 'medium' | 'long' = 'medium'): string {
	return new Date(timeMs).toLocaleString(language, { dateStyle, timeStyle: 'short' });
}
