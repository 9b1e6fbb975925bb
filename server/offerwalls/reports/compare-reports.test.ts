import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { earn, purgeEarnings } from '../../../test/support/earnings.ts';
import { silentLog } from '../../../test/support/stubs.ts';
import { inTransaction } from '../../lib/db/database.ts';
import { cellOf, rowsOf } from '../../lib/db/rows.ts';
import { NoAnswer, type SendRequest } from '../../lib/http/outbound.ts';
import { withPublicOnly } from '../saved-walls/safe-addresses.ts';
import { toWalls } from '../walls/wall.ts';
import { compareReports, listReportAlerts } from './compare-reports.ts';
import { settleDifference } from './store-reports.ts';

const { app, owner } = openTestDatabase();
const common = { partner: 'wannads', secret: 'a-long-enough-secret' };
const entry = (report: object) => toWalls([{ ...common, id: 'w', name: 'W', report }], 'test');
const bitlabs = { kind: 'bitlabs', s2sToken: 'the-token' };
const inbrain = { kind: 'inbrain', apiKey: 'the-key', clientId: 'mine' };

const TODAY = Date.UTC(2026, 2, 20);
let nowMs: number;
let walls: ReturnType<typeof entry>;
let answer: () => unknown;
let requests: { url: string; headers: unknown }[];

beforeEach(async () => {
	await purgeEarnings(owner);
	await sql`truncate report_days, report_differences, wall_reports`.execute(owner);
	nowMs = TODAY + 6 * HOUR_MS;
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

const compare = () =>
	compareReports({ db: app, clock: { now: () => nowMs }, log: silentLog, walls, sendRequest: send });
const earned = (day: string, usd: number) =>
	earn(app, randomUUID(), { wall: 'w', atMs: Date.parse(day) + 12 * HOUR_MS, payout: usd * 1_000_000 });

async function found(): Promise<string[]> {
	const { rows } = await sql<{ text: string }>`
		select day || ' ' || state || ' ' || ours_micros / 1e6 || ' ' || theirs_micros / 1e6 as text
		from report_differences order by day
	`.execute(owner);
	return rows.map(({ text }) => text.replace(/(\.\d*?)0+\b/g, '$1').replaceAll(/\.(?= |$)/g, ''));
}

async function problem(): Promise<string | null> {
	return (await cellOf<string | null>(owner)`select problem from wall_reports`) ?? null;
}

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
	const given = entry({ ...bitlabs, url: 'http://127.0.0.1:9' });
	walls = given.map((wall) => withPublicOnly(wall, []));
	await compareReports({ db: app, clock: { now: () => nowMs }, log: silentLog, walls });
	expect(await problem()).toBe('no response (network)');
	let isPublicOnly: boolean | undefined;
	const look: SendRequest = async (request) => {
		isPublicOnly = request.isPublicOnly;
		return send(request);
	};
	await compareReports({ db: app, clock: { now: () => nowMs }, log: silentLog, walls, sendRequest: look });
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
	expect(await listReportAlerts({ db: app })).toMatchObject(
		[{ kind: 'report-differences', message: /: w: 3\.$/ }].map(({ kind, message }) => ({
			kind,
			message: expect.stringMatching(message),
		})),
	);
	nowMs += DAY_MS;
	answer = () => bitlabsAnswer({ '2026-03-17': 2, '2026-03-18': 1, '2026-03-19': 5 }, '2026-01-20', '2026-03-20');
	await compare();
	expect(await found()).toEqual(['2026-03-17 agreed 2 2', '2026-03-18 open 0 1', '2026-03-19 agreed 5 5']);
	const { rows } = await sql`select from report_days where day = '2026-03-19'`.execute(owner);
	expect(rows).toHaveLength(2);
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
