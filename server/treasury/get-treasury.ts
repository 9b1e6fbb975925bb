import type { CallResult } from '../../contract/calls.ts';
import { asRobuxCents, robuxToWire } from '../../contract/money.ts';
import { datesToMs } from '../lib/db/rows.ts';
import { termsOf } from '../offerwalls/reports/report-terms.ts';
import { selectReportTerms } from '../offerwalls/reports/store-reports.ts';
import type { Wall } from '../offerwalls/walls/wall.ts';
import { type CoverDeps, coverOf, paidADay, paidSince } from './cover.ts';
import { receivablesOf, shiftsOf } from './receivable.ts';
import { selectPaidByMonth } from './store-payments.ts';
import { selectBooks, selectEarnedByMonth, selectRunningBoosts, selectStretches } from './store-treasury.ts';

export type TreasuryDeps = CoverDeps & { walls: readonly Wall[] };
type Treasury = CallResult<'adminGetTreasury'>;

export async function adminGetTreasury(deps: TreasuryDeps): Promise<Treasury> {
	const { db, clock, getVendorFunds, payoutCostOfThousand } = deps;
	const nowMs = clock.now();
	const now = new Date(nowMs);
	const vendorFunds = getVendorFunds();
	const [books, running, receivable, funds] = await Promise.all([
		selectBooks(db, { paidSince: paidSince(nowMs), now }),
		selectRunningBoosts(db, now),
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
		selectEarnedByMonth(db),
		selectPaidByMonth(db),
	]);
	const byId = new Map(walls.map((wall) => [wall.id, wall]));
	const zoneOf = (wall: string) => termsOf({ report: byId.get(wall)?.report }, reportTerms.get(wall)).zone;
	const shifts = shiftsOf(earned, zoneOf);
	const moved = await selectStretches(db, shifts);
	return receivablesOf({
		earned,
		shifts: shifts.map((shift, n) => ({ ...shift, micros: moved[n] as (typeof moved)[number] })),
		paid,
		zoneOf,
		nameOf: (wall) => byId.get(wall)?.name ?? wall,
		nowMs,
	});
}
