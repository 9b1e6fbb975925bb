import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../contract/durations.ts';
import { faultKinds, type PlayedReport, playReport } from '../sandbox/reports/played-report.ts';
import { inTransaction } from '../server/lib/db/database.ts';
import type { SendRequest } from '../server/lib/http/outbound.ts';
import { compareReports, takeReport } from '../server/offerwalls/reports/compare-reports.ts';
import { readCsv } from '../server/offerwalls/reports/read-csv.ts';
import { lockReport, updateTerms } from '../server/offerwalls/reports/store-reports.ts';
import { toWalls } from '../server/offerwalls/walls/wall.ts';
import { createRandom } from './partners/random.ts';
import { earn, openTestDatabase } from './support/database.ts';
import { silentLog } from './support/stubs.ts';

const { app, owner } = openTestDatabase();

const SEED = Number(process.env.PLAYED_REPORTS_SEED ?? 20_260_201);
const START_MS = Date.UTC(2026, 1, 1);
const DAYS = 90;
const NIGHTS = DAYS + 24;
const COMPARED_DAYS = 60;

const common = { partner: 'wannads', secret: 'a-long-enough-secret' };
const walls = toWalls(
	[
		{ ...common, id: 'york', name: 'York', report: { kind: 'bitlabs', s2sToken: 'k', url: 'http://york' } },
		{ ...common, id: 'berlin', name: 'Berlin', report: { kind: 'inbrain', apiKey: 'k', url: 'http://berlin' } },
		{ ...common, id: 'howe', name: 'Lord Howe' },
	],
	'test',
);
const zones = { york: 'America/New_York', berlin: 'Europe/Berlin', howe: 'Australia/Lord_Howe' };
type WallId = keyof typeof zones;
const ids = Object.keys(zones) as WallId[];

function calendar(timeZone: string): (ms: number) => string {
	const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
	return (ms) => format.format(ms);
}

let nowMs = START_MS;
const clock = { now: () => nowMs };

function addUp(entries: readonly (readonly [day: string, micros: number])[]): Map<string, number> {
	const days = new Map<string, number>();
	for (const [day, micros] of entries) days.set(day, (days.get(day) ?? 0) + micros);
	return days;
}

const microsOf = (usd: number) => Math.round(usd * 1_000_000);

function answersOf(played: Record<WallId, PlayedReport>): SendRequest {
	return async ({ url }) => {
		const { hostname, searchParams } = new URL(url);
		const [from, to] = [searchParams.get('startDate') ?? '', searchParams.get('endDate') ?? ''];
		const rows = played[hostname as WallId].rowsAt(nowMs).filter(({ day }) => from <= day && day <= to);
		const bitlabs = {
			data: {
				date_range: { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` },
				reports: rows.map(({ day, usd }) => ({ date: `${day}T00:00:00Z`, total: { revenue_usd: usd } })),
			},
		};
		const inbrain = [
			{ clientId: 'c', data: rows.map(({ usd }) => usd), dateArray: rows.map(({ day }) => `${day}T00:00:00`) },
		];
		const body = hostname === 'york' ? bitlabs : inbrain;
		return { status: 200, headers: new Headers(), text: JSON.stringify(body) };
	};
}

async function bringFile(rows: { day: string; usd: number }[], span: { from: string; to: string }): Promise<void> {
	const lines = rows
		.filter(({ day }) => span.from <= day && day <= span.to)
		.map(
			({ day, usd }) => `"${day.split('-').toReversed().join('/')} 10:15","Say ""hi"", friend","$${usd.toFixed(2)}"`,
		);
	if (lines.length === 0) return;
	const csv = ['Date,Offer,Payout', ...lines].join('\r\n');
	const mapping = { columns: { date: 'Date', usd: 'Payout' }, dateForm: 'DD/MM/YYYY', decimal: '.' } as const;
	const wall = walls.find(({ id }) => id === 'howe') as (typeof walls)[number];
	await takeReport({ db: app, clock }, wall, { report: readCsv(csv, mapping, span), source: 'csv', span });
}

test('reconciliation finds all lost, doubled, late and re-dated rows of 90 days in three zones and no others', async () => {
	const random = createRandom(SEED);
	const played = {} as Record<WallId, PlayedReport>;
	for (const id of ids) {
		const next = () => random.below(2 ** 32) / 2 ** 32;
		played[id] = playReport({ random: next, startMs: START_MS, days: DAYS, dateAt: calendar(zones[id]), perDay: 4 });
		expect(new Set(played[id].faults.map(({ kind }) => kind))).toEqual(new Set(faultKinds));
		await inTransaction(app, async (tx) => {
			await lockReport(tx, id);
			await updateTerms(tx, id, { zone: zones[id], toleranceMicros: 1, tolerancePermille: 0 });
		});
		const arrived = played[id].conversions.filter(({ arrivedMs }) => arrivedMs !== undefined);
		const lanes = Array.from({ length: 8 }, (_, lane) => arrived.filter((_, n) => n % 8 === lane));
		await Promise.all(
			lanes.map(async (lane) => {
				const uid = randomUUID();
				for (const { arrivedMs, micros } of lane) await earn(app, uid, { wall: id, atMs: arrivedMs, payout: micros });
			}),
		);
	}

	const send = answersOf(played);
	let seen = 0;
	for (let night = 1; night <= NIGHTS; night += 1) {
		nowMs = START_MS + night * DAY_MS + 6.4 * HOUR_MS;
		await compareReports({ db: app, clock, log: silentLog, walls, sendRequest: send });
		const looked = Object.fromEntries(
			ids.map((id) => {
				const today = calendar(zones[id])(nowMs - HOUR_MS);
				const dayBefore = (count: number) => new Date(Date.parse(today) - count * DAY_MS).toISOString().slice(0, 10);
				return [id, { from: dayBefore(COMPARED_DAYS), to: dayBefore(1) }];
			}),
		) as Record<WallId, { from: string; to: string }>;
		await bringFile(played.howe.rowsAt(nowMs), looked.howe);

		const { rows: open } = await sql<{ wall: WallId; day: string; ours: number; theirs: number }>`
			select wall, day::text, ours_micros as ours, theirs_micros as theirs from report_differences where state = 'open'
		`.execute(owner);
		for (const id of ids) {
			const { from, to } = looked[id];
			const dateAt = calendar(zones[id]);
			const ours = addUp(
				played[id].conversions.flatMap(({ arrivedMs, micros }) =>
					arrivedMs === undefined ? [] : [[dateAt(arrivedMs), micros] as const],
				),
			);
			const theirs = addUp(played[id].rowsAt(nowMs).map(({ day, usd }) => [day, microsOf(usd)] as const));
			const days = [...new Set([...ours.keys(), ...theirs.keys()])].filter((day) => from <= day && day <= to);
			const differ = days
				.map((day) => ({ wall: id, day, ours: ours.get(day) ?? 0, theirs: theirs.get(day) ?? 0 }))
				.filter((one) => one.ours !== one.theirs)
				.toSorted((a, b) => a.day.localeCompare(b.day));
			const found = open
				.filter(({ wall, day }) => wall === id && from <= day && day <= to)
				.toSorted((a, b) => a.day.localeCompare(b.day));
			expect(found, `${id} in the night of ${new Date(nowMs).toISOString()}, seed ${SEED}`).toEqual(differ);
			seen += found.length;
		}
	}
	expect(seen).toBeGreaterThan(0);

	const { rows: left } = await sql<{ key: string }>`
		select wall || ' ' || day as key from report_differences where state = 'open'
	`.execute(owner);
	const open = new Set(left.map(({ key }) => key));
	for (const id of ids) {
		const stays = played[id].faults.filter(({ kind }) => kind === 'lost' || kind === 'doubled');
		for (const { kind, day } of stays) expect(open.has(`${id} ${day}`), `${kind} at ${id} on ${day}`).toBe(true);
		const touched = new Set(
			played[id].faults.flatMap(({ kind, day }) =>
				kind === 're-dated' ? [day, new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)] : [day],
			),
		);
		for (const key of open) {
			if (key.startsWith(`${id} `)) expect(touched.has(key.slice(id.length + 1)), `${key} was invented`).toBe(true);
		}
	}
	const { rows: agreed } = await sql`select from report_differences where state = 'agreed'`.execute(owner);
	expect(agreed.length, 'corrections were seen').toBeGreaterThan(0);
});
