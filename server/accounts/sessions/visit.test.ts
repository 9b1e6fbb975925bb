import fc from 'fast-check';
import { QUARTER_MS, quarterOf } from '../../lib/local-day.ts';
import { ABSENT_QUARTERS_MAX, countVisits, type Visit } from './last-access.ts';

const START = Date.parse('2026-03-01T00:00:00Z');

/** In minutes, per user. */
const histories = fc.array(fc.array(fc.nat({ max: 6 * 24 * 60 }), { maxLength: 30 }), { maxLength: 8 });

function visitsOf(minutes: readonly number[], uid: string): Visit[] {
	const times = minutes.toSorted((a, b) => a - b).map((minute) => START + minute * 60_000);
	return times.map((atMs, n) => ({ uid, atMs, lastMs: times[n - 1] }));
}

test('the visit counts give the number of distinct users between any two quarter-hours, up to thirty hours apart', () => {
	fc.assert(
		fc.property(
			histories,
			fc.nat({ max: 500 }),
			fc.integer({ min: 1, max: ABSENT_QUARTERS_MAX }),
			(users, from, length) => {
				const visits = users.flatMap((minutes, n) => visitsOf(minutes, `user ${n}`));
				const fromMs = START + from * QUARTER_MS;
				const beforeMs = fromMs + length * QUARTER_MS;
				const isBetween = ({ atMs }: Visit) => atMs >= fromMs && atMs < beforeMs;
				const different = new Set(visits.filter(isBetween).map(({ uid }) => uid)).size;

				let counted = 0;
				for (const [quarter, absentFor] of countVisits(visits)) {
					if (quarter >= fromMs && quarter < beforeMs) counted += absentFor[(quarter - fromMs) / QUARTER_MS] ?? 0;
				}
				expect(counted).toBe(different);
			},
		),
	);
});

test('a second visit in the same quarter-hour is not counted', () => {
	const atMs = quarterOf(START) + 60_000;
	expect(countVisits([{ uid: 'a', atMs: atMs + 1, lastMs: atMs }])).toEqual(new Map());
});
