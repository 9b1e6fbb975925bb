import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { openAdminSite, plainWall } from '../../../test/sites/fraud-site.ts';
import type { Person } from '../../../test/sites/identity-site.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { earn, purgeEarnings } from '../../../test/support/earnings.ts';
import { cellOf, rowsOf } from '../../lib/db/rows.ts';

const database = openTestDatabase();
const { app, owner } = database;
const site = openAdminSite(database, { walls: [plainWall({ id: 'w', name: 'The wall' })] });

type Reconciliation = CallResult<'adminGetReconciliation'>;
let admin: Person;
beforeEach(async () => {
	await purgeEarnings(owner);
	await sql`truncate report_days, report_differences, wall_reports`.execute(owner);
	admin = await site.admin();
});

const dayBefore = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10);
const span = { from: dayBefore(9), to: dayBefore(3) };
const rows = (...lines: [day: string, usd: number][]) =>
	['Date,Payout', ...lines.map(([day, usd]) => `${day},${usd}`)].join('\n');
const file = (csv: string, other: object = {}) => ({
	...{ wall_id: 'w', ...span, csv, columns: { date: 'Date', usd: 'Payout' }, reason: 'From the dashboard.' },
	...other,
});
const upload = (csv: string, other: object = {}) => site.callAs('adminUploadReport', file(csv, other), admin);
const read = async () => (await site.callAs('adminGetReconciliation', span, admin)) as Reconciliation;
const earned = (day: string, usd: number, hour = 12) =>
	earn(app, randomUUID(), { wall: 'w', atMs: Date.parse(day) + hour * HOUR_MS, payout: usd * 1_000_000 });

test("a file is compared by the partner's days, listing the day's callbacks for each difference", async () => {
	await earned(dayBefore(5), 10);
	await earned(dayBefore(4), 3);
	await sql`
		insert into callbacks (at, wall, outcome, ip, request)
		select ${new Date(Date.parse(dayBefore(5)) + HOUR_MS)}, wall, outcome, '', '' from (values
			('w', 'booked'), ('w', 'booked'), ('w', 'bad-signature'), ('other', 'booked')) c (wall, outcome)
	`.execute(owner);
	const csv = rows([dayBefore(5), 12.5], [dayBefore(4), 3]);
	expect(await upload(csv)).toEqual({ rows: 2, days: 7, usd: 15.5, changed: 7, open: 1 });
	expect(await upload(csv)).toEqual({ rows: 2, days: 7, usd: 15.5, changed: 0, open: 1 });
	const { items, walls } = await read();
	expect(items).toMatchObject([
		{
			...{ wall_id: 'w', day: dayBefore(5), ours_usd: 10, theirs_usd: 12.5, state: 'open', moved: null },
			callbacks: [
				{ outcome: 'bad-signature', count: 1 },
				{ outcome: 'booked', count: 2 },
			],
		},
	]);
	expect(walls).toMatchObject([
		{ source: 'csv', zone: 'UTC', days_told: 7, days_open: 1, ours_usd: 13, theirs_usd: 15.5, problem: null },
	]);
});

test('an amount found on a neighbouring day is reported as moved', async () => {
	await earned(dayBefore(5), 10);
	await upload(rows([dayBefore(6), 10]));
	const { items } = await read();
	expect(items.map(({ day, moved }) => [day, moved])).toEqual([
		[dayBefore(5), dayBefore(6)],
		[dayBefore(6), dayBefore(5)],
	]);
});

test('a new time zone or tolerance applies to existing reports at once', async () => {
	await earned(dayBefore(4), 10, 2);
	await upload(rows([dayBefore(5), 10.5]));
	expect((await read()).items).toHaveLength(2);
	const terms = {
		wall_id: 'w',
		zone: 'America/New_York',
		tolerance_usd: 0,
		tolerance_percent: 0,
		reason: 'By contract.',
	};
	expect(await site.callAs('adminSetReportTerms', terms, admin)).toEqual({ done: true });
	const { items } = await read();
	expect(items.map(({ day, state, ours_usd, theirs_usd }) => [day, state, ours_usd, theirs_usd])).toEqual([
		[dayBefore(5), 'open', 10, 10.5],
		[dayBefore(4), 'agreed', 0, 0],
	]);
	await site.callAs('adminSetReportTerms', { ...terms, tolerance_percent: 5 }, admin);
	expect((await read()).items.map(({ state }) => state)).toEqual(['agreed', 'agreed']);
	expect(await site.callAs('adminSetReportTerms', { ...terms, zone: 'Middle/Earth' }, admin)).toMatchObject({
		status: 'INVALID_ARGUMENT',
	});
});

test('an admin settles a difference once, and the action is audited', async () => {
	await upload(rows([dayBefore(5), 1]));
	const settle = () =>
		site.callAs('adminSettleDifference', { wall_id: 'w', day: dayBefore(5), reason: 'A test of theirs.' }, admin);
	expect(await settle()).toEqual({ done: true });
	expect(await settle()).toMatchObject({ status: 'NOT_FOUND' });
	expect((await read()).items).toMatchObject([{ state: 'settled' }]);
	const { rows: audit } = await sql<{ action: string }>`
		select action from audit_entries where actor = ${admin.uid} order by id
	`.execute(owner);
	expect(audit.map(({ action }) => action)).toEqual(['upload-report', 'settle-difference']);
});

test.each([
	['for an unknown wall', { wall_id: 'unknown' }, 'NOT_FOUND'],
	['that is unreadable', { csv: 'Date,Payout\nyesterday,1' }, 'INVALID_ARGUMENT'],
	['for days that are not over', { to: dayBefore(0) }, 'FAILED_PRECONDITION'],
	['for days long ago', { from: '2020-01-01', to: '2020-01-02' }, 'FAILED_PRECONDITION'],
	['with days in the wrong order', { from: span.to, to: span.from }, 'INVALID_ARGUMENT'],
	['for too many days', { from: dayBefore(200) }, 'INVALID_ARGUMENT'],
	['that is too long', { csv: `Date,Payout\n${'x'.repeat(1_000_000)}` }, 'INVALID_ARGUMENT'],
])('a file %s is rejected and changes nothing', async (_, wrong, status) => {
	const given = file(rows([dayBefore(5), 1]), wrong);
	expect(await site.callAs('adminUploadReport', given, admin)).toMatchObject({ status });
	expect(await rowsOf(owner)`select from report_days`).toEqual([]);
});

test('concurrent uploads are all stored, and the last one is compared', async () => {
	await Promise.all(Array.from({ length: 6 }, (_, n) => upload(rows([dayBefore(5), n + 1]))));
	expect(await cellOf(owner)`select count(*)::int as count from report_days where day = ${dayBefore(5)}::date`).toBe(6);
	const { items } = await read();
	expect(items).toHaveLength(1);
	expect(items[0]?.theirs_usd).toBe(items[0]?.told.at(-1)?.usd);
});
