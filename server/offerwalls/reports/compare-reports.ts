import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { Clock, Log } from '../../lib/clock-and-log.ts';
import { type Database, type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import type { Alert } from '../../lib/feature.ts';
import { NoAnswer, parseJson, type SendRequest, sendRequest } from '../../lib/http/outbound.ts';
import { type LocalDay, lastLocalDays, localDays } from '../../lib/local-day.ts';
import type { Wall } from '../walls/wall.ts';
import { type PartnerReport, type ReportContract, type ReportTerms, ReportUnreadable, type Span } from './report.ts';
import { type Report, reports, termsOf, tolerates } from './reports.ts';
import * as store from './store-reports.ts';

export type ReportDeps = DbDeps & { log: Log; walls: readonly Wall[]; sendRequest?: SendRequest };

/** Partners correct reports for about this long. */
const COMPARED_DAYS = 60;
const SETTLED_AFTER_MS = HOUR_MS;

export async function compareReports(deps: ReportDeps): Promise<void> {
	for (const wall of deps.walls.filter(({ report }) => report)) await compareWall(deps, wall);
}

async function compareWall(deps: ReportDeps, wall: Wall): Promise<void> {
	const { db, clock, log, sendRequest } = deps;
	const fail = async (problem: string) => {
		log.warn({ wall: wall.id, problem }, "couldn't import a partner report");
		await inTransaction(db, async (tx) => {
			await store.lockReport(tx, wall.id);
			await store.updateFetched(tx, wall.id, new Date(clock.now()), problem);
		});
	};
	try {
		const stored = await inTransaction(db, (tx) => store.lockReport(tx, wall.id));
		const span = spanOver(termsOf(wall, stored), clock.now());
		const report = await fetchReport(wall.report as NonNullable<Wall['report']>, span, sendRequest);
		await takeReport(deps, wall, { report, source: 'api', span });
	} catch (error) {
		if (error instanceof ReportUnreadable) return fail(error.message);
		log.error({ err: error, wall: wall.id }, "couldn't compare a partner report");
		await fail("couldn't store the report");
	}
}

function spanOver({ zone }: ReportTerms, nowMs: number): Span {
	const days = lastLocalDays(nowMs - SETTLED_AFTER_MS, COMPARED_DAYS + 1, zone) ?? [];
	const over = days.slice(0, -1);
	return { from: over[0]?.day as string, to: over.at(-1)?.day as string };
}

/** @returns ms since the epoch. */
export function comparableFrom(lastDay: string, { zone }: ReportTerms): number {
	const [day] = localDays(lastDay, 1, zone) ?? [];
	return (day?.endsMs ?? 0) + SETTLED_AFTER_MS;
}

type Taken = { report: PartnerReport; source: 'api' | 'csv'; span: Span };
export type TakenReport = { changed: number; open: number };

/** Books nothing. @throws ReportUnreadable if the report is empty while the books have earnings. */
export async function takeReport(
	{ db, clock }: { db: Database | Tx; clock: Clock },
	wall: Wall,
	{ report, source, span }: Taken,
): Promise<TakenReport> {
	const take = async (tx: Tx) => {
		const now = new Date(clock.now());
		const stored = await store.lockReport(tx, wall.id);
		if (report.rows === 0 && (await hasEarned(tx, wall, stored, span))) {
			throw new ReportUnreadable('the report is empty, but the books have entries');
		}
		const changed = await store.insertReportedDays(tx, wall.id, report.days, { source, at: now });
		const open = await compareDays(tx, wall, stored, { span, now });
		await store.updateFetched(tx, wall.id, now, null);
		return { changed, open };
	};
	return db.isTransaction ? take(db as Tx) : inTransaction(db as Database, take);
}

async function hasEarned(tx: Tx, wall: Wall, stored: store.StoredTerms, span: Span): Promise<boolean> {
	const ours = await store.selectOurs(tx, wall.id, daysIn(span, termsOf(wall, stored)));
	return ours.some((micros) => micros !== 0);
}

/** Requires the report's lock. @returns the number of days that differ. */
export async function compareDays(
	tx: Tx,
	wall: Wall,
	stored: store.StoredTerms,
	{ span, now }: { span: Span; now: Date },
) {
	const terms = termsOf(wall, stored);
	const days = daysIn(span, terms);
	const reported = new Map((await store.selectReportedDays(tx, span, wall.id)).map(({ day, micros }) => [day, micros]));
	const ours = await store.selectOurs(tx, wall.id, days);
	const compared = days.flatMap(({ day, endsMs }, n) => {
		const theirs = reported.get(day);
		if (theirs === undefined || endsMs + SETTLED_AFTER_MS > now.getTime()) return [];
		const mine = ours[n] as (typeof ours)[number];
		return [{ day, ours: mine, theirs, differs: !tolerates(terms, mine, theirs) }];
	});
	await store.keepDifferences(tx, wall.id, compared, now);
	return compared.filter(({ differs }) => differs).length;
}

export function daysIn({ from, to }: Span, { zone }: ReportTerms): LocalDay[] {
	return localDays(from, (Date.parse(to) - Date.parse(from)) / DAY_MS + 1, zone) ?? [];
}

export async function listReportAlerts({ db }: { db: Database }): Promise<Alert[]> {
	const { open, failing } = await store.selectReportWorries(db);
	const days = open.map(({ wall, days }) => `${wall}: ${days}`).join(', ');
	const alerts: Alert[] = [];
	if (open.length > 0) {
		alerts.push({
			kind: 'report-differences',
			message: `Days with differences between partner reports and our books: ${days}.`,
		});
	}
	for (const { wall, problem } of failing) {
		alerts.push({ kind: `report ${wall}`, message: `Couldn't import the report of ${wall}: ${problem}.` });
	}
	return alerts;
}

const TIMEOUT_MS = 60_000;
const ANSWER_BYTES_MAX = 2 * 1024 * 1024;

/** @throws ReportUnreadable unless complete and in the vendor's format. */
async function fetchReport(report: Report, span: Span, send: SendRequest = sendRequest): Promise<PartnerReport> {
	const contract: ReportContract = reports[report.kind];
	const { query, headers } = contract.request(span, report.credentials);
	const url = new URL(contract.path, report.url ?? contract.origin);
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
	const answer = await send({
		method: 'GET',
		url: url.href,
		headers,
		timeoutMs: TIMEOUT_MS,
		bodyBytesMax: ANSWER_BYTES_MAX,
		isPublicOnly: report.isPublicOnly ?? false,
	}).catch((error) => {
		if (error instanceof NoAnswer) throw new ReportUnreadable(`no response (${error.reason})`);
		throw error;
	});
	if (answer.status !== 200) throw new ReportUnreadable(`HTTP status ${answer.status}`);
	const parsed = parseJson(answer.text);
	if (parsed === undefined) throw new ReportUnreadable('response is not JSON');
	return contract.read(parsed, span, report.credentials);
}
