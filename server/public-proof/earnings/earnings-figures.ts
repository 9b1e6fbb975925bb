import { DAY_MS } from '../../../contract/durations.ts';
import type { EarningsCell } from '../../../contract/proof/earnings.ts';

/** Figures follow the rules in docs/public-proof.md. All roundings make earnings look smaller. */

export const AGES_DAYS = [30, 90, 180] as const;
export const OTHER = 'other';
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
	const isOwn = ([country, { paid }]: [string, Group]) => country !== '' && paid.length >= PAID_MIN;
	const own = [...groups].filter(isOwn).sort(([one], [two]) => (one < two ? -1 : 1));
	const rest = [...groups].filter((group) => !isOwn(group)).map(([, group]) => group);
	const other = { joined: rest.reduce((sum, { joined }) => sum + joined, 0), paid: rest.flatMap(({ paid }) => paid) };
	const shown = other.paid.length >= PAID_MIN ? [...own, [OTHER, other] as const] : own;
	return shown.map(([country, group]) => figuresOf(country, ageDays, group));
}

function figuresOf(country: string, age_days: number, { joined, paid }: Group): EarningsCell {
	const amount = (quarters: number) => {
		const cents = nearestRank(
			paid.map((each) => each.cents),
			quarters,
		);
		return Math.floor(cents / CENTS_STEP) * (CENTS_STEP / 100);
	};
	const firstMs = nearestRank(
		paid.map(({ ms }) => ms),
		2,
	);
	return {
		country,
		age_days,
		joined: twoDigits(joined),
		paid_share: Math.floor((100 * paid.length) / joined),
		quartiles: [amount(1), amount(2), amount(3)],
		days_to_first_median: Math.ceil(firstMs / DAY_MS),
	};
}

function nearestRank(values: readonly number[], quarters: number): number {
	return values.toSorted((one, two) => one - two)[Math.ceil((values.length * quarters) / 4) - 1] ?? 0;
}

function twoDigits(count: number): number {
	const unit = 10 ** Math.max(0, String(count).length - 2);
	return Math.floor(count / unit) * unit;
}
