import { DAY_MS } from '../../contract/durations.ts';
import type { Database, DbDeps } from '../lib/db/database.ts';
import type { Alert, Gauge } from '../lib/feature.ts';
import type { GetVendorFunds } from '../withdrawals/safety/get-vendor-funds.ts';
import { selectPayoutSettings } from '../withdrawals/safety/store-safety.ts';
import { type Books, insertCover, selectBooks, selectCover } from './store-treasury.ts';

export type CoverDeps = DbDeps & { getVendorFunds: GetVendorFunds; payoutCostOfThousand: number | undefined };

const COUNTED_DAYS = 30;
const CENTS = 100;

export const paidSince = (nowMs: number): Date => new Date(nowMs - COUNTED_DAYS * DAY_MS);

/** Returns the average paid out a day, in R$. A young site counts fewer days. */
export function paidADay({ paidOut, firstPaidAt }: Pick<Books, 'paidOut' | 'firstPaidAt'>, nowMs: number): number {
	if (!firstPaidAt) return 0;
	const days = Math.min(COUNTED_DAYS, Math.max(1, (nowMs - firstPaidAt.getTime()) / DAY_MS));
	return paidOut / CENTS / days;
}

export function coverOf(balanceUsd: number | null | undefined, paidADay: number, costOfThousand: number | undefined) {
	if (balanceUsd === null || balanceUsd === undefined || !costOfThousand || paidADay <= 0) return undefined;
	return balanceUsd / ((paidADay / 1_000) * costOfThousand);
}

export const coverGauge: Gauge<{ db: Database }> = {
	name: 'lootpass_cover_days',
	help: "Days that the vendor's balance covers at the payouts of the last 30 days; no value while unknown",
	async read({ db }) {
		const days = await selectCover(db);
		return days === undefined ? [] : [{ value: days }];
	},
};

export async function watchCover(deps: CoverDeps): Promise<Alert[]> {
	const { db, clock, getVendorFunds, payoutCostOfThousand } = deps;
	const nowMs = clock.now();
	const now = new Date(nowMs);
	const books = await selectBooks(db, { paidSince: paidSince(nowMs), now });
	const current = (await getVendorFunds()).find(({ is_current }) => is_current);
	const days = coverOf(current?.balance_usd, paidADay(books, nowMs), payoutCostOfThousand);
	await insertCover(db, days === undefined ? undefined : { days, at: now });
	const { coverAlertDays } = await selectPayoutSettings(db);
	if (days === undefined || coverAlertDays === null || days >= coverAlertDays) return [];
	return [
		{
			kind: 'cover',
			message: `Our balance at ${current?.vendor} covers ${days.toFixed(1)} days of payouts, based on the last ${COUNTED_DAYS} days.`,
		},
	];
}
