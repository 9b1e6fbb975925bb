import { DAY_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import { type ActionDeps, type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import { localDays } from '../../lib/local-day.ts';
import type { Wall } from '../walls/wall.ts';
import { wallOf } from '../walls/wall-changes.ts';
import { comparableFrom, compareDays, takeReport } from './compare-reports.ts';
import { readCsv } from './read-csv.ts';
import { dayAfter, type ReportTerms, ReportUnreadable, type Span } from './report.ts';
import { termsOf } from './reports.ts';
import { lockReport, selectReportTerms, settleDifference, updateTerms } from './store-reports.ts';

type UploadDeps = ActionDeps & { walls: readonly Wall[] };

const MICROS = 1_000_000;
const OLDEST_DAYS = 400;
const COMPARED_AGAIN_DAYS = 60;

export const adminUploadReport: StaffCall<'adminUploadReport', UploadDeps> = async (deps, input, admin) => {
	const { wall_id, from, to, csv, columns, decimal, reason } = input;
	const mapping = { columns, decimal, dateForm: input.date_form, hasThreeDecimals: input.three_decimals ?? false };
	const wall = wallOf(deps, wall_id);
	const span = { from, to };
	const terms = termsOf(wall, (await selectReportTerms(deps.db)).get(wall.id));
	requireOver(span, terms, deps.clock.now());
	const action = { action: 'upload-report', reason, details: { wall: wall.id } };
	try {
		const report = readCsv(csv, mapping, span);
		const usd = report.days.reduce((sum, { micros }) => sum + micros, 0) / MICROS;
		const { changed, open } = await withAudit(deps, admin, action, async (tx) => {
			const taken = await takeReport({ ...deps, db: tx }, wall, { report, source: 'csv', span });
			const after = { from, to, rows: report.rows, usd, changed: taken.changed, open: taken.open };
			return { result: taken, change: { after } };
		});
		const skipped = report.skipped > 0 ? { skipped: report.skipped } : {};
		return { rows: report.rows, ...skipped, days: report.days.length, usd, changed, open };
	} catch (error) {
		if (!(error instanceof ReportUnreadable)) throw error;
		throw callError('invalid-argument', 'report-unreadable', { problem: error.message });
	}
};

function requireOver({ from, to }: Span, terms: ReportTerms, nowMs: number): void {
	const isTooOld = Date.parse(from) < nowMs - OLDEST_DAYS * DAY_MS;
	if (isTooOld || comparableFrom(to, terms) > nowMs) throw callError('failed-precondition', 'day-not-over');
}

export const adminSetReportTerms: StaffCall<'adminSetReportTerms', UploadDeps> = async (deps, input, admin) => {
	const { wall_id, zone, tolerance_usd, tolerance_percent, reason } = input;
	const wall = wallOf(deps, wall_id);
	if (!localDays('2026-01-01', 1, zone)) throw callError('invalid-argument', 'no-such-zone', { zone });
	const action = { action: 'set-report-terms', reason, details: { wall: wall.id } };
	await withAudit(deps, admin, action, async (tx, atMs) => {
		const stored = await lockReport(tx, wall.id);
		const before = termsOf(wall, stored);
		const after = {
			zone,
			toleranceMicros: Math.round(tolerance_usd * MICROS),
			tolerancePermille: Math.round(tolerance_percent * 10),
		};
		await updateTerms(tx, wall.id, after);
		const today = new Date(atMs).toISOString().slice(0, 10);
		const span = { from: dayAfter(today, -COMPARED_AGAIN_DAYS), to: today };
		await compareDays(tx, wall, await lockReport(tx, wall.id), { span, now: new Date(atMs) });
		return { result: undefined, change: { before, after } };
	});
	return { done: true };
};

export const adminSettleDifference: StaffCall<'adminSettleDifference', UploadDeps> = async (deps, input, admin) => {
	const { wall_id: wall, day, reason } = input;
	const action = { action: 'settle-difference', reason, details: { wall, day } };
	await withAudit(deps, admin, action, async (tx, atMs) => {
		const settled = await settleDifference(tx, { wall, day, now: new Date(atMs) });
		if (!settled) throw callError('not-found', 'no-such-difference');
		const { ours, theirs } = settled;
		return { result: undefined, change: { after: { ours_usd: ours / MICROS, theirs_usd: theirs / MICROS } } };
	});
	return { done: true };
};
