import { expect, test } from 'vitest';
import { lastAccessInWords } from './last-access.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const MINUTE = 60_000;

test('a last visit is told in days, hours or minutes, or as just now', () => {
	const told = (agoMs: number) => lastAccessInWords(NOW - agoMs, NOW);
	expect([-5, 0, MINUTE - 1].map(told)).toEqual(['Just now', 'Just now', 'Just now']);
	expect([MINUTE, 60 * MINUTE - 1].map(told)).toEqual(['1 minute(s) ago', '59 minute(s) ago']);
	expect([60 * MINUTE, 24 * 60 * MINUTE - 1].map(told)).toEqual(['1 hour(s) ago', '23 hour(s) ago']);
	expect([24 * 60 * MINUTE, 400 * 24 * 60 * MINUTE].map(told)).toEqual(['1 day(s) ago', '400 day(s) ago']);
});
