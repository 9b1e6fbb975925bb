import type { CallInput } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { WallReport } from '../../../contract/offerwalls/reconciliation.ts';
import { type Database, datesToMs } from '../../lib/db/database.ts';
import { localDays } from '../../lib/local-day.ts';
import type { Wall } from '../walls/wall.ts';
import { daysIn } from './compare-reports.ts';
import { dayAfter, type ReportTerms } from './report.ts';
import { termsOf } from './reports.ts';
import * as store from './store-reports.ts';

const MICROS = 1_000_000;
const ITEMS_MAX = 500;

type Deps = { db: Database; walls: readonly Wall[] };

export async function adminGetReconciliation({ db, walls }: Deps, span: CallInput<'adminGetReconciliation'>) {
	const stored = await store.selectReportTerms(db);
	const byId = new Map(walls.map((wall) => [wall.id, wall]));
	const termsAt = (id: string) => termsOf({ report: byId.get(id)?.report }, stored.get(id));
	const differences = await store.selectDifferences(db, span, ITEMS_MAX);
	const reportedByWall = Map.groupBy(await store.selectReportedDays(db, span), ({ wall }) => wall);
	const reported = walls.map(async (wall): Promise<WallReport> => {
		const terms = termsAt(wall.id);
		const days = reportedByWall.get(wall.id) ?? [];
		const theirs = new Map(days.map(({ day, micros }) => [day, micros]));
		const among = days.length > 0 ? daysIn(span, terms) : [];
		const ours = (await store.selectOurs(db, wall.id, among)).filter((_, n) => theirs.has(among[n]?.day ?? ''));
		const reportedDays = among.filter(({ day }) => theirs.has(day));
		const { fetchedAt = null, problem = null } = stored.get(wall.id) ?? {};
		return {
			wall_id: wall.id,
			wall_name: wall.name,
			source: wall.report ? 'api' : 'csv',
			zone: terms.zone,
			tolerance_usd: terms.toleranceMicros / MICROS,
			tolerance_percent: terms.tolerancePermille / 10,
			asked_at: fetchedAt?.getTime() ?? null,
			problem,
			days_told: days.length,
			told_from: reportedDays[0]?.startsMs ?? null,
			told_until: reportedDays.at(-1)?.endsMs ?? null,
			days_open: differences.filter(({ wall_id: id, state }) => id === wall.id && state === 'open').length,
			ours_usd: sum(ours) / MICROS,
			theirs_usd: sum([...theirs.values()]) / MICROS,
		};
	});
	return {
		walls: await Promise.all(reported),
		items: await itemsOf(db, differences, termsAt),
		orders: await store.countOrders(db, { from: new Date(span.from), until: new Date(Date.parse(span.to) + DAY_MS) }),
	};
}

async function itemsOf(db: Database, differences: readonly store.Difference[], termsAt: (wall: string) => ReportTerms) {
	const bounds = differences.map(({ wall_id: wall, day }) => {
		const [of] = localDays(day, 1, termsAt(wall).zone) ?? [];
		return { wall, day, starts: of?.startsMs ?? 0, ends: of?.endsMs ?? 0 };
	});
	const [tellings, postbacks] = await Promise.all([
		store.selectReportHistory(db, bounds),
		store.countPostbacksOfDays(db, bounds),
	]);
	const byDay = Map.groupBy(tellings, ({ wall, day }) => `${day} ${wall}`);
	const isOpen = differences.filter(({ state }) => state === 'open');
	const open = new Map(isOpen.map((one) => [`${one.day} ${one.wall_id}`, one]));
	return differences.map((one, n) => {
		const { wall_id: wall, day } = one;
		const { starts = 0, ends = 0 } = bounds[n] ?? {};
		const history = byDay.get(`${day} ${wall}`) ?? [];
		const reconciled = history.at(-1)?.reconciledMicros ?? null;
		return {
			...datesToMs(one),
			...{ starts, ends, reconciled_usd: reconciled === null ? null : reconciled / MICROS },
			moved: movedWith(one, open, termsAt(wall)),
			told: history.map(({ at, micros }) => ({ at: at.getTime(), usd: micros / MICROS })),
			callbacks: (postbacks[n] ?? []).map(({ outcome, count }) => ({ outcome, count })),
		};
	});
}

function movedWith(
	one: store.Difference,
	open: ReadonlyMap<string, store.Difference>,
	{ toleranceMicros }: ReportTerms,
) {
	if (one.state !== 'open') return null;
	const missing = ({ ours_usd, theirs_usd }: store.Difference) => Math.round((ours_usd - theirs_usd) * MICROS);
	const neighbours = [-1, 1].map((days) => open.get(`${dayAfter(one.day, days)} ${one.wall_id}`));
	return neighbours.find((other) => other && Math.abs(missing(other) + missing(one)) <= toleranceMicros)?.day ?? null;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
