import type { CallResult } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { asRobuxCents, robuxToWire, type UsdMicros } from '../../contract/money.ts';
import type { Receivable } from '../../contract/treasury.ts';
import { datesToMs } from '../lib/db/database.ts';
import { localDays } from '../lib/local-day.ts';
import { termsOf } from '../offerwalls/reports/reports.ts';
import { selectReportTerms } from '../offerwalls/reports/store-reports.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import { type CoverDeps, coverOf, paidADay, paidSince } from './cover.ts';
import * as store from './store-treasury.ts';

export type TreasuryDeps = CoverDeps & { walls: readonly Wall[] };
type Treasury = CallResult<'adminGetTreasury'>;

export async function adminGetTreasury(deps: TreasuryDeps): Promise<Treasury> {
	const { db, clock, getVendorFunds, payoutCostOfThousand } = deps;
	const nowMs = clock.now();
	const now = new Date(nowMs);
	const vendorFunds = getVendorFunds();
	const [books, running, receivable, funds] = await Promise.all([
		store.selectBooks(db, { paidSince: paidSince(nowMs), now }),
		store.selectRunningBoosts(db, now),
		findReceivables(deps, nowMs),
		vendorFunds,
	]);
	const spendable = asRobuxCents(books.balance + books.belowZero);
	const owed = robuxToWire(asRobuxCents(spendable + books.pending + books.held));
	const aDay = paidADay(books, nowMs);
	const current = funds.find(({ is_current }) => is_current);
	return {
		spendable: robuxToWire(spendable),
		held_back: robuxToWire(books.pending),
		on_its_way: robuxToWire(books.held),
		below_zero: robuxToWire(books.belowZero),
		cost_usd: payoutCostOfThousand === undefined ? null : (owed / 1_000) * payoutCostOfThousand,
		vendor: funds.map(({ vendor: name, is_current, balance_usd, stock }) => ({ name, is_current, balance_usd, stock })),
		days_of_cover: coverOf(current?.balance_usd, aDay, payoutCostOfThousand) ?? null,
		paid_out_a_day: aDay,
		promotions: { promised: robuxToWire(books.promised), paid: robuxToWire(asRobuxCents(0 - books.promotions)) },
		boosts: {
			paid: robuxToWire(asRobuxCents(0 - books.boosts)),
			running: running.map(({ wall: wall_id, ...boost }) => ({ wall_id, ...datesToMs(boost) })),
		},
		receivable,
	};
}

async function findReceivables({ db, walls }: TreasuryDeps, nowMs: number): Promise<Treasury['receivable']> {
	const [reportTerms, earned, paid] = await Promise.all([
		selectReportTerms(db),
		store.selectEarnedByMonth(db),
		store.selectPaidByMonth(db),
	]);
	const byId = new Map(walls.map((wall) => [wall.id, wall]));
	const zoneOf = (wall: string) => termsOf({ report: byId.get(wall)?.report }, reportTerms.get(wall)).zone;
	const shifts = shiftsOf(earned, zoneOf);
	const moved = await store.selectStretches(db, shifts);
	return receivablesOf({
		earned,
		shifts: shifts.map((shift, n) => ({ ...shift, micros: moved[n] as (typeof moved)[number] })),
		paid,
		zoneOf,
		nameOf: (wall) => byId.get(wall)?.name ?? wall,
		nowMs,
	});
}

const MICROS = 1_000_000;
/** Half a cent; smaller open amounts count as paid. */
const OPEN_MICROS_MIN = 5_000;
const SHOWN_DAYS = 366;

type Shift = store.Stretch & { out: string; into: string };

function shiftsOf(earned: readonly store.EarnedInMonth[], zoneOf: (wall: string) => string): Shift[] {
	const shifts = new Map<string, Shift>();
	for (const { wall, month } of earned) {
		for (const begins of [month, monthAfter(month, 1)]) {
			const shift = shiftAt(wall, begins, zoneOf(wall));
			if (shift) shifts.set(`${wall} ${begins}`, shift);
		}
	}
	return [...shifts.values()];
}

function shiftAt(wall: string, month: string, zone: string): Shift | undefined {
	const utcMs = Date.parse(`${month}-01`);
	const ms = monthStartMs(month, zone);
	if (ms === utcMs) return undefined;
	const [from, until] = [new Date(Math.min(ms, utcMs)), new Date(Math.max(ms, utcMs))];
	const before = monthAfter(month, -1);
	// In zones west of Greenwich, months begin later.
	return ms > utcMs ? { wall, from, until, out: month, into: before } : { wall, from, until, out: before, into: month };
}

/** Cache, because a lookup takes some tenths of a ms. */
const monthStarts = new Map<string, number>();

function monthStartMs(month: string, zone: string): number {
	const key = `${month} ${zone}`;
	const startsMs =
		monthStarts.get(key) ?? localDays(`${month}-01`, 1, zone)?.[0]?.startsMs ?? Date.parse(`${month}-01`);
	monthStarts.set(key, startsMs);
	return startsMs;
}

function monthAfter(month: string, count: number): string {
	const [year = 0, number = 1] = month.split('-').map(Number);
	return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

type Given = {
	earned: readonly store.EarnedInMonth[];
	shifts: readonly (Shift & { micros: UsdMicros })[];
	paid: readonly store.PaidInMonth[];
	zoneOf(wall: string): string;
	nameOf(wall: string): string;
	nowMs: number;
};

function receivablesOf({ earned, shifts, paid, zoneOf, nameOf, nowMs }: Given): Receivable[] {
	const months = new Map<string, { wall: string; month: string; owed: number; invoiced: number; paid: number }>();
	const of = (wall: string, month: string) => {
		const row = months.get(`${month} ${wall}`) ?? { wall, month, owed: 0, invoiced: 0, paid: 0 };
		months.set(`${month} ${wall}`, row);
		return row;
	};
	for (const { wall, month, micros } of earned) of(wall, month).owed += micros;
	for (const { wall, out, into, micros } of shifts) {
		if (micros === 0) continue;
		of(wall, out).owed -= micros;
		of(wall, into).owed += micros;
	}
	for (const { wall, month, ...entered } of paid) Object.assign(of(wall, month), entered);
	return [...months.values()]
		.filter(({ owed, invoiced, paid }) => owed !== 0 || invoiced !== 0 || paid !== 0)
		.map((row) => ({
			...row,
			startsMs: monthStartMs(row.month, zoneOf(row.wall)),
			endsMs: monthStartMs(monthAfter(row.month, 1), zoneOf(row.wall)),
		}))
		.filter(({ owed, paid, endsMs }) => isOpen(owed - paid) || nowMs - endsMs < SHOWN_DAYS * DAY_MS)
		.toSorted((a, b) => b.month.localeCompare(a.month) || b.owed - a.owed)
		.map(({ wall, month, owed, invoiced, paid, startsMs, endsMs }) => ({
			wall_id: wall,
			wall_name: nameOf(wall),
			month,
			from: startsMs,
			until: endsMs,
			owed_usd: owed / MICROS,
			invoiced_usd: invoiced / MICROS,
			paid_usd: paid / MICROS,
			age: isOpen(owed - paid) ? ageOf((nowMs - endsMs) / DAY_MS) : 'current',
		}));
}

const isOpen = (micros: number): boolean => Math.abs(micros) >= OPEN_MICROS_MIN;

/** @param days since the month ended; negative if it has not. */
export function ageOf(days: number): Receivable['age'] {
	if (days < 0) return 'current';
	if (days <= 30) return 'up-to-30';
	if (days <= 60) return 'up-to-60';
	return days <= 90 ? 'up-to-90' : 'over-90';
}
