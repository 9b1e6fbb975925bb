import { language } from '../lib/format/language.ts';

/** A day of checkpoints, which begins and ends in UTC. */
export function inDays(day: string): string {
	return new Date(day).toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });
}

/** @param at ms since the epoch, as text; told in the reader's zone. */
export function inFull(at: string): string {
	return new Date(Number(at)).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
}
