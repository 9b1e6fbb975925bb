import { WITHDRAW_AMOUNT_MAX } from '../../../contract/limits.ts';
import { failureOf } from '../../../contract/withdrawals/failures.ts';
import type { PayoutStatus } from '../checkpoint.ts';

/** Figures follow the rules in docs/public-proof.md. None covers fewer than ten orders, not even as a difference. */

export type Taken = { band: number; seconds: number; orders: number };
export type Refunded = { reason: string | null | undefined; count: number };

type Band = NonNullable<PayoutStatus>['bands'][number];

const ORDERS_MIN = 10;
/** Bands of amounts in R$ cents; each ends where the next begins. */
export const BAND_STARTS = [0, 50_00, 200_00, 500_00] as const;
const LAST_END = WITHDRAW_AMOUNT_MAX * 100;

const OTHER = 'other';

export function bandsOf(taken: readonly Taken[]): Band[] {
	const bands: { from: number; taken: Taken[] }[] = [];
	for (const [band, from] of BAND_STARTS.entries()) {
		const own = taken.filter((each) => each.band === band);
		const last = bands.at(-1);
		if (last && countOf(last.taken) < ORDERS_MIN) last.taken = [...last.taken, ...own];
		else bands.push({ from, taken: own });
	}
	const [last, before] = [bands.at(-1), bands.at(-2)];
	if (last && before && countOf(last.taken) < ORDERS_MIN) {
		before.taken = [...before.taken, ...last.taken];
		bands.pop();
	}
	return bands
		.filter((band) => countOf(band.taken) >= ORDERS_MIN)
		.map((band, n) => ({
			from: String(band.from),
			to: String((bands[n + 1]?.from ?? LAST_END + 1) - 1),
			orders: countOf(band.taken),
			median_s: coarse(atShare(band.taken, 50)),
			p95_s: coarse(atShare(band.taken, 95)),
		}));
}

export function refundsOf(refunded: readonly Refunded[]): NonNullable<PayoutStatus>['refunds'] {
	const counts = new Map<string, number>();
	for (const { reason, count } of refunded) {
		const name = failureOf(reason);
		counts.set(name, (counts.get(name) ?? 0) + count);
	}
	const named = [...counts].filter(([name]) => name !== OTHER).sort((one, two) => one[1] - two[1] || compare(one, two));
	let other = counts.get(OTHER) ?? 0;
	while (named[0] && (named[0][1] < ORDERS_MIN || (other > 0 && other < ORDERS_MIN))) other += named.shift()?.[1] ?? 0;
	const shown = other >= ORDERS_MIN ? [...named, [OTHER, other] as const] : named;
	return shown.toSorted(compare).map(([reason, count]) => ({ reason, count }));
}

const compare = ([one]: readonly [string, number], [two]: readonly [string, number]): number => (one < two ? -1 : 1);

const countOf = (taken: readonly Taken[]): number => taken.reduce((sum, { orders }) => sum + orders, 0);

function atShare(taken: readonly Taken[], percent: number): number {
	let left = Math.ceil((countOf(taken) * percent) / 100);
	for (const { seconds, orders } of taken.toSorted((one, two) => one.seconds - two.seconds)) {
		left -= orders;
		if (left <= 0) return seconds;
	}
	return 0;
}

/** Two significant digits do not reveal single orders or people. */
export function coarse(value: number, round = Math.ceil): number {
	const unit = 10 ** Math.max(0, String(value).length - 2);
	return round(value / unit) * unit;
}
