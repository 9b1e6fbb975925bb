import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { lastAccessInWords } from './last-access.ts';

const NOW = Date.UTC(2026, 0, 31, 12);

test('a last visit is told in days, hours or minutes, or as just now', () => {
	const told = (agoMs: number) => lastAccessInWords(NOW - agoMs, NOW);
	expect([-5, 0, MINUTE_MS - 1].map(told)).toEqual(['Just now', 'Just now', 'Just now']);
	expect([MINUTE_MS, 60 * MINUTE_MS - 1].map(told)).toEqual(['1 minute(s) ago', '59 minute(s) ago']);
	expect([60 * MINUTE_MS, 24 * 60 * MINUTE_MS - 1].map(told)).toEqual(['1 hour(s) ago', '23 hour(s) ago']);
	expect([24 * 60 * MINUTE_MS, 400 * 24 * 60 * MINUTE_MS].map(told)).toEqual(['1 day(s) ago', '400 day(s) ago']);
});
