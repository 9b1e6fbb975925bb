import { language } from '../lib/format/formats.ts';

/** Checkpoint days are in UTC. */
export function inDays(day: string): string {
	return new Date(day).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}
