import { language } from './language.ts';

export function formatMoment(timeMs: number, dateStyle: 'medium' | 'long' = 'medium'): string {
	return new Date(timeMs).toLocaleString(language, { dateStyle, timeStyle: 'short' });
}
