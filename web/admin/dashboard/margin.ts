import type { CallResult } from '../../../contract/calls.ts';

type Business = CallResult<'adminGetBusiness'>;

export type Margin = {
	/** $ */
	earned: number;
	/** R$ */
	paidOut: number;
	/** R$ that we gave on top of partners' credits, and $ that they cost once they are paid out. */
	boosted: number;
	boostCost: number | null;
	/** R$ that partners took back of deleted accounts. */
	lost: number;
	/** $ that the R$ cost, and what is left. Null while the operator has not said what R$ cost. */
	cost: number | null;
	left: number | null;
	/** Share of the earnings; null also where nothing was earned. */
	rate: number | null;
	/** $ earned for each 1000 R$ paid out; null where nothing was. */
	earnedPerThousand: number | null;
	/** Of everybody who signed up: the share that was paid at least once. */
	conversion: number | null;
};

/** What walls owe us against what was paid out, over the days, and how many who came were ever paid. */
export function addUpMargin({ days, costOfThousand, cohorts }: Business): Margin {
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
