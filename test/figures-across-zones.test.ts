import fc from 'fast-check';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../contract/durations.ts';
import { createLastAccess } from '../server/accounts/sessions/last-access.ts';
import { countActiveUsers, countUsers } from '../server/admin/dashboard/figures.ts';
import { nextMidnight, startOfDay, startOfMonth } from '../web/admin/ui/local-time.ts';
import { openAdminSite } from './sites/identity-site.ts';
import { openTestDatabase } from './support/database.ts';

const database = openTestDatabase();
const { app: db, owner } = database;
const site = openAdminSite(database);
const PEOPLE = 3;

afterEach(() => void vi.unstubAllEnvs());

const zones = (
	'UTC Europe/Amsterdam America/New_York America/St_Johns America/Santiago America/Havana America/Nuuk Africa/Cairo ' +
	'Asia/Beirut Asia/Kolkata Asia/Kathmandu Australia/Adelaide Australia/Lord_Howe Pacific/Chatham Pacific/Kiritimati ' +
	'Pacific/Pago_Pago Antarctica/Troll'
).split(' ');
const YEAR_MS = Date.parse('2026-01-01T00:00:00Z');

const datesOf = new Map(zones.map((zone) => [zone, new Intl.DateTimeFormat('en-CA', { timeZone: zone })]));
const dateIn = (zone: string, ms: number) => datesOf.get(zone)?.format(ms) ?? '';

function daysOfChange(): number[] {
	const days = Array.from({ length: 365 }, (_, day) => YEAR_MS + day * DAY_MS);
	return days.filter((day) => new Date(day).getTimezoneOffset() !== new Date(day + DAY_MS).getTimezoneOffset());
}

type Look = { zone: string; atMs: number };
type Year = ({ look: Look; atMs: number } | { look?: undefined; atMs: number })[];

const looks = fc
	.record({
		zone: fc.constantFrom(...zones),
		near: fc.constantFrom('change', 'change', 'month', 'any'),
		nth: fc.nat({ max: 363 }),
		hours: fc.integer({ min: -12 * HOUR_MS, max: 36 * HOUR_MS }),
		before: fc.array(
			fc.tuple(
				fc.constantFrom('day', 'month', 'next', 'now'),
				fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -26 * HOUR_MS, max: 26 * HOUR_MS })),
			),
			{ minLength: 1, maxLength: 5 },
		),
	})
	.map(({ zone, near, nth, hours, before }): Year => {
		vi.stubEnv('TZ', zone);
		const changes = near === 'change' ? daysOfChange() : [];
		const any = YEAR_MS + nth * DAY_MS;
		const day = near === 'month' ? Date.UTC(2026, nth % 12) : (changes[nth % changes.length] ?? any);
		const atMs = day + hours;
		const from = { day: startOfDay(atMs), month: startOfMonth(atMs), next: nextMidnight(atMs), now: atMs };
		const events = before.map(([name, ms]) => ({ atMs: Math.min(atMs, from[name as keyof typeof from] + ms) }));
		return [...events, { atMs, look: { zone, atMs } }];
	});
const year = fc
	.array(looks, { minLength: 40, maxLength: 40 })
	.map((all): Year => all.flat().toSorted((a, b) => a.atMs - b.atMs || (a.look ? 1 : 0) - (b.look ? 1 : 0)));
const once = { numRuns: 1, endOnFailure: true };

// spec: 2.users-chart, 7.active-users
test('active users of two nodes match local dates in every time zone and over clock changes', async () => {
	const people = await Promise.all(Array.from({ length: PEOPLE }, () => site.signUp()));
	await site.identity.close();
	await fc.assert(
		fc.asyncProperty(year, async (steps) => {
			await sql`truncate visits`.execute(owner);
			await sql`update users set last_access = null`.execute(owner);
			let nowMs = 0;
			const clock = { now: () => nowMs };
			const nodes = [0, 1].map(() => createLastAccess({ ...site.deps, clock }));
			const visits: { who: number; atMs: number }[] = [];
			for (const { atMs, look } of steps) {
				nowMs = atMs;
				if (look) {
					await checkUsers(look, visits);
					continue;
				}
				const who = visits.length % PEOPLE;
				visits.push({ who, atMs });
				const node = nodes[atMs % 2];
				node?.touch(people[who]?.uid ?? '');
				await node?.flush();
			}
			await Promise.all(nodes.map((node) => node.close()));
		}),
		once,
	);
});

async function checkUsers({ zone, atMs }: Look, visits: readonly { who: number; atMs: number }[]) {
	vi.stubEnv('TZ', zone);
	const where = `${zone} ${new Date(atMs).toISOString()}`;
	const clock = { now: () => atMs };
	const on = (day: string) =>
		new Set(visits.filter((visit) => dateIn(zone, visit.atMs) === day).map(({ who }) => who)).size;
	expect(await countUsers({ db, clock }, startOfDay(atMs)), where).toEqual({ count: on(dateIn(zone, atMs)) });
	for (const { day, count } of await countActiveUsers({ db, clock }, { days: 4, tz: zone })) {
		expect(count, `${where}: ${day}`).toBe(on(day));
	}
}

test('a local day starts at its first moment and ends before the next in every time zone', () => {
	const everywhere = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
	fc.assert(
		fc.property(everywhere, fc.integer({ min: YEAR_MS, max: YEAR_MS + 10 * 365 * DAY_MS }), (zone, nowMs) => {
			vi.stubEnv('TZ', zone);
			const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
			const today = format.format(nowMs);
			const [day, month, next] = [startOfDay(nowMs), startOfMonth(nowMs), nextMidnight(nowMs)];
			expect(format.format(day)).toBe(today);
			expect(format.format(day - 1) < today).toBe(true);
			expect(format.format(next - 1)).toBe(today);
			expect(format.format(next) > today).toBe(true);
			expect(format.format(month)).toBe(`${today.slice(0, 7)}-01`);
			expect(format.format(month - 1) < today.slice(0, 7)).toBe(true);
		}),
		{ numRuns: 200 },
	);
});
