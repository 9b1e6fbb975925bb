import { DAY_MS } from '../../../contract/durations.ts';
import type { EarningsCell } from '../../../contract/proof/earnings.ts';
import { coarse } from '../status/payout-figures.ts';

/** Figures follow the rules in docs/public-proof.md. All roundings make earnings look smaller. */

export const AGES_DAYS = [30, 90, 180] as const;
const OTHER = 'other';
const PAID_MIN = 50;
const CENTS_STEP = 10_00;

export type Member = { country: string | null; joinedMs: number; payments: readonly { atMs: number; cents: number }[] };
type Group = { joined: number; paid: { cents: number; ms: number }[] };
/** The empty text is the unknown country. */
export type Groups = Map<string, Group>;

export function addMember(groups: Groups, ageDays: number, { country, joinedMs, payments }: Member): void {
	const group = groups.get(country ?? '') ?? { joined: 0, paid: [] };
	groups.set(country ?? '', group);
	group.joined += 1;
	const counted = payments.filter(({ atMs }) => atMs < joinedMs + ageDays * DAY_MS);
	if (counted.length === 0) return;
	const cents = counted.reduce((sum, payment) => sum + payment.cents, 0);
	group.paid.push({ cents, ms: Math.min(...counted.map(({ atMs }) => atMs)) - joinedMs });
}

export function cellsOf(groups: Groups, ageDays: number): EarningsCell[] {
	const { own = [], rest = [] } = Object.groupBy(groups, ([country, { paid }]) =>
		country !== '' && paid.length >= PAID_MIN ? 'own' : 'rest',
	);
	own.sort(([one], [two]) => (one < two ? -1 : 1));
	const joined = rest.reduce((sum, [, group]) => sum + group.joined, 0);
	const paid = rest.flatMap(([, group]) => group.paid);
	if (paid.length >= PAID_MIN) own.push([OTHER, { joined, paid }]);
	return own.map(([country, group]) => figuresOf(country, ageDays, group));
}

function figuresOf(country: string, age_days: number, { joined, paid }: Group): EarningsCell {
	const amounts = paid.map(({ cents }) => Math.floor(cents / CENTS_STEP) * (CENTS_STEP / 100));
	const days = paid.map(({ ms }) => Math.ceil(ms / DAY_MS));
	return {
		country,
		age_days,
		joined: coarse(joined, Math.floor),
		paid_share: Math.floor((100 * paid.length) / joined),
		quartiles: [nearestRank(amounts, 1), nearestRank(amounts, 2), nearestRank(amounts, 3)],
		days_to_first_median: nearestRank(days, 2),
	};
}

function nearestRank(values: readonly number[], quarters: number): number {
	return values.toSorted((one, two) => one - two)[Math.ceil((values.length * quarters) / 4) - 1] ?? 0;
}
