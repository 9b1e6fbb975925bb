import fc from 'fast-check';
import { lastLocalDays } from './local-day.ts';

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC', 'Antarctica/Troll');
const moments = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2037-01-01') });
const dateIn = (timeZone: string, ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(ms);

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

test.each(['', 'Mars/Base', '+01:07', 'UTC; drop table users', '../etc'])(
	'lastLocalDays returns undefined for the time zone %j',
	(tz) => expect(lastLocalDays(Date.now(), 1, tz)).toBeUndefined(),
);
