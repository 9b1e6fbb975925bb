import type { CallResult } from '../../../contract/calls.ts';

export type Margin = {
	/** In $. */
	earned: number;
	/** In R$. */
	paidOut: number;
	/** In R$; its cost is in $. */
	boosted: number;
	boostCost: number | null;
	lost: number;
	/** In $; null while the cost of R$ is not configured. */
	cost: number | null;
	left: number | null;
	/** Margin as a share of the earnings. */
	rate: number | null;
	earnedPerThousand: number | null;
	conversion: number | null;
};

export function addUpMargin({ days, costOfThousand, cohorts }: CallResult<'adminGetBusiness'>): Margin {
	const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
	const earned = total(days.map((day) => day.earned));
	const paidOut = total(days.map((day) => day.paidOut));
	const boosted = total(days.map((day) => day.boosted));
	const costOf = (robux: number) => (costOfThousand === null ? null : (robux / 1000) * costOfThousand);
	const cost = costOf(paidOut);
	const left = cost === null ? null : earned - cost;
	const users = total(cohorts.map((cohort) => cohort.users));
	return {
		earned,
		paidOut,
		boosted,
		boostCost: costOf(boosted),
		lost: total(days.map((day) => day.lost)),
		cost,
		left,
		rate: left === null || earned <= 0 ? null : left / earned,
		earnedPerThousand: paidOut > 0 ? (earned / paidOut) * 1000 : null,
		conversion: users > 0 ? total(cohorts.map((cohort) => cohort.paid)) / users : null,
	};
}
