import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { openAdmin, openAdminSite, plainWall } from '../../../test/sites/identity-site.ts';
import { earn, openTestDatabase, purgeEarnings } from '../../../test/support/database.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { cellOf, inTransaction, rowsOf } from '../../lib/db/database.ts';
import { NoAnswer, type SendRequest } from '../../lib/http/outbound.ts';
import { withPublicOnly } from '../saved-walls/open-saved-wall.ts';
import { toWalls } from '../walls/wall.ts';
import { compareReports, listReportAlerts } from './compare-reports.ts';
import { settleDifference } from './store-reports.ts';

const database = openTestDatabase();
const { app, owner } = database;
const site = openAdminSite(database, { walls: [plainWall({ id: 'w', name: 'The wall' })] });
beforeEach(async () => {
	await purgeEarnings(owner);
	await sql`truncate report_days, report_differences, wall_reports`.execute(owner);
});

const common = { partner: 'wannads', secret: 'a-long-enough-secret' };
const entry = (report: object) => toWalls([{ ...common, id: 'w', name: 'W', report }], 'test');
const bitlabs = { kind: 'bitlabs', s2sToken: 'the-token' };
const inbrain = { kind: 'inbrain', apiKey: 'the-key', clientId: 'mine' };

let nowMs: number;
let walls: ReturnType<typeof entry>;
let answer: () => unknown;
let requests: { url: string; headers: unknown }[];

beforeEach(() => {
	nowMs = Date.UTC(2026, 2, 20, 6);
	walls = entry(bitlabs);
	requests = [];
	answer = () => bitlabsAnswer({ '2026-03-19': 4 });
});

const send: SendRequest = async ({ url, headers }) => {
	requests.push({ url, headers });
	const given = answer();
	if (given instanceof Error) throw given;
	if (typeof given === 'number') return { status: given, headers: new Headers(), text: '' };
	return { status: 200, headers: new Headers(), text: typeof given === 'string' ? given : JSON.stringify(given) };
};

function bitlabsAnswer(days: Record<string, number>, from = '2026-01-19', to = '2026-03-19') {
	const reports = Object.entries(days).map(([day, usd]) => ({
		date: `${day}T00:00:00Z`,
		survey: { revenue_usd: usd, reconciliation_usd: 0 },
		offer: { revenue_usd: 0, reconciliation_usd: 0 },
		receipt: { revenue_usd: 0 },
		total: { revenue_usd: usd, reconciliation_usd: 0.5 },
	}));
	return { data: { publisher_id: 1, date_range: { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` }, reports } };
}

const compare = (how: { sendRequest?: SendRequest } = { sendRequest: send }) =>
	compareReports({ db: app, clock: { now: () => nowMs }, log: silentLog, walls, ...how });
const earned = (day: string, usd: number, hour = 12) =>
	earn(app, randomUUID(), { wall: 'w', atMs: Date.parse(day) + hour * HOUR_MS, payout: usd * 1_000_000 });

async function found(): Promise<string[]> {
	const found = await rowsOf<{ text: string }>(owner)`
		select day || ' ' || state || ' ' || ours_micros / 1e6 || ' ' || theirs_micros / 1e6 as text
		from report_differences order by day
	`;
	return found.map(({ text }) => text.replace(/(\.\d*?)0+\b/g, '$1').replaceAll(/\.(?= |$)/g, ''));
}

const problem = async () => (await cellOf<string>(owner)`select problem from wall_reports`) ?? null;

test("requests the last 60 finished days in BitLabs' format", async () => {
	await earned('2026-03-19', 4);
	await compare();
	expect(requests).toEqual([
		{
			url: 'https://api.bitlabs.ai/v2/publishers/revenue?startDate=2026-01-19&endDate=2026-03-19',
			headers: { 'x-s2s-token': 'the-token' },
		},
	]);
	expect(await found()).toEqual([]);
	expect(await problem()).toBeNull();
});

test('a wall saved in the admin area cannot make the server call our own network', async () => {
	walls = entry({ ...bitlabs, url: 'http://127.0.0.1:9' }).map((wall) => withPublicOnly(wall, []));
	await compare({});
	expect(await problem()).toBe('no response (network)');
	let isPublicOnly: boolean | undefined;
	await compare({
		async sendRequest(request) {
			isPublicOnly = request.isPublicOnly;
			return send(request);
		},
	});
	expect(isPublicOnly).toBe(true);
});

test('inBrain is queried with its key, and only rows of our client id count', async () => {
	walls = entry(inbrain);
	answer = () => [
		{ clientId: 'mine', total: 4, data: [4], dateArray: ['2026-03-19T00:00:00'] },
		{ clientId: 'other', total: 9, data: [9], dateArray: ['2026-03-19T00:00:00'] },
	];
	await earned('2026-03-19', 4);
	await compare();
	expect(requests[0]).toEqual({
		url: 'https://api.inbrain.ai/api/v2/reports/earnings?startDate=2026-01-19&endDate=2026-03-19&clientIds=mine',
		headers: { 'x-inbrain-api-key': 'the-key' },
	});
	expect(await found()).toEqual([]);
});

test('missing days and differing sums open differences, and a correction closes one', async () => {
	await earned('2026-03-17', 2);
	await earned('2026-03-19', 5);
	answer = () => bitlabsAnswer({ '2026-03-18': 1, '2026-03-19': 4 });
	await compare();
	expect(await found()).toEqual(['2026-03-17 open 2 0', '2026-03-18 open 0 1', '2026-03-19 open 5 4']);
	expect(await listReportAlerts({ db: app })).toMatchObject([
		{ kind: 'report-differences', message: expect.stringMatching(/: w: 3\.$/) },
	]);
	nowMs += DAY_MS;
	answer = () => bitlabsAnswer({ '2026-03-17': 2, '2026-03-18': 1, '2026-03-19': 5 }, '2026-01-20', '2026-03-20');
	await compare();
	expect(await found()).toEqual(['2026-03-17 agreed 2 2', '2026-03-18 open 0 1', '2026-03-19 agreed 5 5']);
	expect(await rowsOf(owner)`select from report_days where day = '2026-03-19'`).toHaveLength(2);
	expect(await rowsOf(owner)`select from transfers`).toHaveLength(2);
});

test('a settled difference stays settled until the figures change', async () => {
	await earned('2026-03-19', 5);
	await compare();
	await inTransaction(app, (tx) => settleDifference(tx, { wall: 'w', day: '2026-03-19', now: new Date(nowMs) }));
	nowMs += DAY_MS;
	answer = () => bitlabsAnswer({ '2026-03-19': 4 }, '2026-01-20', '2026-03-20');
	await compare();
	expect(await found()).toEqual(['2026-03-19 settled 5 4']);
	answer = () => bitlabsAnswer({ '2026-03-19': 4.5 }, '2026-01-20', '2026-03-20');
	await compare();
	expect(await found()).toEqual(['2026-03-19 open 5 4.5']);
});

test('days that a response does not cover are not compared', async () => {
	await earned('2026-03-10', 2);
	await earned('2026-03-19', 4);
	answer = () => bitlabsAnswer({ '2026-03-19': 4 }, '2026-03-15', '2026-03-19');
	await compare();
	expect(await found()).toEqual([]);
});

test.each<[string, unknown, string]>([
	['no response', new NoAnswer('timeout', undefined), 'no response (timeout)'],
	['an HTTP error', 401, 'HTTP status 401'],
	['an HTML page', '<html>', 'response is not JSON'],
	['an unknown format', { data: { reports: [] } }, 'unexpected BitLabs format: data.date_range'],
	[
		'an incomplete row',
		{ data: { ...bitlabsAnswer({}).data, reports: [{ date: '2026-03-19T00:00:00Z' }] } },
		'unexpected BitLabs format: data.reports.0.total',
	],
	['an empty report', bitlabsAnswer({}), 'the report is empty, but the books have entries'],
])('%s is reported as the problem and opens no difference', async (_, given, expected) => {
	await earned('2026-03-19', 4);
	answer = () => given;
	await compare();
	expect(await problem()).toBe(expected);
	expect(await found()).toEqual([]);
	expect(await listReportAlerts({ db: app })).toMatchObject([{ kind: 'report w' }]);
	answer = () => bitlabsAnswer({ '2026-03-19': 4 });
	await compare();
	expect(await problem()).toBeNull();
});

test.each([
	['adgem', "can't be imported automatically; only bitlabs and inbrain can. Upload CSV reports for others"],
	['bitlabs', 's2sToken'],
])('rejects an entry with an incomplete or unsupported report: %s', (kind, expected) => {
	expect(() => entry({ kind })).toThrow(expected);
});

type Reconciliation = CallResult<'adminGetReconciliation'>;
const admin = openAdmin(site);

const dayBefore = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10);
const span = { from: dayBefore(9), to: dayBefore(3) };
const csvOf = (...lines: [day: string, usd: number][]) =>
	['Date,Payout', ...lines.map(([day, usd]) => `${day},${usd}`)].join('\n');
const file = (csv: string, other: object = {}) => ({
	...{ wall_id: 'w', ...span, csv, columns: { date: 'Date', usd: 'Payout' }, reason: 'From the dashboard.' },
	...other,
});
const upload = (csv: string, other: object = {}) => site.callAs('adminUploadReport', file(csv, other), admin);
const read = async () => (await site.callAs('adminGetReconciliation', span, admin)) as Reconciliation;

test("a file is compared by the partner's days, listing the day's callbacks for each difference", async () => {
	await earned(dayBefore(5), 10);
	await earned(dayBefore(4), 3);
	await sql`
		insert into callbacks (at, wall, outcome, ip, request)
		select ${new Date(Date.parse(dayBefore(5)) + HOUR_MS)}, wall, outcome, '', '' from (values
			('w', 'booked'), ('w', 'booked'), ('w', 'bad-signature'), ('other', 'booked')) c (wall, outcome)
	`.execute(owner);
	const csv = csvOf([dayBefore(5), 12.5], [dayBefore(4), 3]);
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
	await upload(csvOf([dayBefore(6), 10]));
	const { items } = await read();
	expect(items.map(({ day, moved }) => [day, moved])).toEqual([
		[dayBefore(5), dayBefore(6)],
		[dayBefore(6), dayBefore(5)],
	]);
});

test('a new time zone or tolerance applies to existing reports at once', async () => {
	await earned(dayBefore(4), 10, 2);
	await upload(csvOf([dayBefore(5), 10.5]));
	expect((await read()).items).toHaveLength(2);
	const terms = { wall_id: 'w', zone: 'America/New_York', tolerance_usd: 0, tolerance_percent: 0 };
	const set = (more: object = {}) =>
		site.callAs('adminSetReportTerms', { ...terms, reason: 'By contract.', ...more }, admin);
	expect(await set()).toEqual({ done: true });
	const { items } = await read();
	expect(items.map(({ day, state, ours_usd, theirs_usd }) => [day, state, ours_usd, theirs_usd])).toEqual([
		[dayBefore(5), 'open', 10, 10.5],
		[dayBefore(4), 'agreed', 0, 0],
	]);
	await set({ tolerance_percent: 5 });
	expect((await read()).items.map(({ state }) => state)).toEqual(['agreed', 'agreed']);
	expect(await set({ zone: 'Middle/Earth' })).toMatchObject({ status: 'INVALID_ARGUMENT' });
});

test('an admin settles a difference once, and the action is audited', async () => {
	await upload(csvOf([dayBefore(5), 1]));
	const settle = () =>
		site.callAs('adminSettleDifference', { wall_id: 'w', day: dayBefore(5), reason: 'A test of theirs.' }, admin);
	expect(await settle()).toEqual({ done: true });
	expect(await settle()).toMatchObject({ status: 'NOT_FOUND' });
	expect((await read()).items).toMatchObject([{ state: 'settled' }]);
	const audit = await rowsOf(
		owner,
	)`select action from audit_entries where actor = ${admin.uid} order by id desc limit 2`;
	expect(audit).toEqual([{ action: 'settle-difference' }, { action: 'upload-report' }]);
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
	const given = file(csvOf([dayBefore(5), 1]), wrong);
	expect(await site.callAs('adminUploadReport', given, admin)).toMatchObject({ status });
	expect(await rowsOf(owner)`select from report_days`).toEqual([]);
});

test('concurrent uploads are all stored, and the last one is compared', async () => {
	await Promise.all(Array.from({ length: 6 }, (_, n) => upload(csvOf([dayBefore(5), n + 1]))));
	expect(await cellOf(owner)`select count(*)::int as count from report_days where day = ${dayBefore(5)}::date`).toBe(6);
	const { items } = await read();
	expect(items).toHaveLength(1);
	expect(items[0]?.theirs_usd).toBe(items[0]?.told.at(-1)?.usd);
});
