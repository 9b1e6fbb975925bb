import { language } from '../lib/format/language.ts';

/** A day of checkpoints, which begins and ends in UTC. */
export function inDays(day: string): string {
	return new Date(day).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}
