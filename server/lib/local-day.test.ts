import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../contract/durations.ts';
import { lastLocalDays } from './local-day.ts';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC', 'Antarctica/Troll');
const moments = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2037-01-01') });
const dateIn = (timeZone: string, ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(ms);
const hoursOf = (tz: string, at: string) => {
	const [day] = lastLocalDays(Date.parse(at), 1, tz) ?? [];
	return day && (day.endsMs - day.startsMs) / HOUR_MS;
};

test('local days are contiguous in every time zone, and each covers its whole date', () => {
	fc.assert(
		fc.property(zones, moments, fc.integer({ min: 1, max: 5 }), (tz, nowMs, count) => {
			const days = lastLocalDays(nowMs, count, tz) ?? [];
			expect(days).toHaveLength(count);
			expect(days.at(-1)?.day).toBe(dateIn(tz, nowMs));
			for (const [n, { day, startsMs, endsMs }] of days.entries()) {
				expect(dateIn(tz, startsMs)).toBe(day);
				expect(dateIn(tz, endsMs - 1)).toBe(day);
				expect(dateIn(tz, startsMs - 1) < day).toBe(true);
				if (n > 0) expect(startsMs).toBe(days[n - 1]?.endsMs);
			}
		}),
		{ numRuns: 300 },
	);
});

test.each([
	['Europe/Amsterdam', '2026-03-29T12:00:00Z', 23],
	['Europe/Amsterdam', '2026-10-25T12:00:00Z', 25],
	['Australia/Lord_Howe', '2026-04-04T20:00:00Z', 24.5],
	['Antarctica/Troll', '2026-10-25T12:00:00Z', 26],
	['America/Santiago', '2026-09-06T15:00:00Z', 23],
	['America/Havana', '2026-11-01T15:00:00Z', 25],
])('a day in %s at %s has %d hours', (tz, at, hours) => {
	expect(hoursOf(tz, at)).toBe(hours);
});

test.each(['', 'Mars/Base', '+01:07', 'UTC; drop table users', '../etc'])(
	'lastLocalDays returns undefined for the time zone %j',
	(tz) => {
		expect(lastLocalDays(Date.now(), 1, tz)).toBeUndefined();
	},
);
