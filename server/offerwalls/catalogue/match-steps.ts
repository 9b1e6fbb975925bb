import type { CallResult } from '../../../contract/calls.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { PaidStep } from './catalogue-offer.ts';
import type { OfferCredit } from './store-steps.ts';

type Goal = CallResult<'getOffer'>['goals_list'][number];

/**
 * Assigns a credit to the step that it names, to the only step, or to the first open one with its amount. The last valid credit wins.
 */
export function matchSteps(steps: readonly PaidStep[], credits: readonly OfferCredit[]): Goal[] {
	const byStep = new Map<PaidStep, OfferCredit>();
	for (const credit of credits) {
		if (credit.isApproved) continue;
		const step = stepOf(steps, credit, byStep);
		if (!step) continue;
		const before = byStep.get(step);
		if (!before || before.takenBackAt || !credit.takenBackAt) byStep.set(step, credit);
	}
	return steps.map((step, index) => toGoal(step, index, byStep.get(step)));
}

function stepOf(steps: readonly PaidStep[], { goal, amount }: OfferCredit, taken: ReadonlyMap<PaidStep, OfferCredit>) {
	const named = goal === null ? undefined : steps.find(({ id }) => id === goal);
	if (named || steps.length === 1) return named ?? steps[0];
	return goal === null ? steps.find((step) => step.reward === amount && !taken.has(step)) : undefined;
}

function toGoal({ id, title, reward }: PaidStep, index: number, credit: OfferCredit | undefined): Goal {
	const goal = { id: id || `${index + 1}`, title, reward: robuxToWire(reward) };
	if (!credit) return { ...goal, state: 'open', at: null, until: null };
	const { at, until, takenBackAt, isHeld, amount } = credit;
	const paid = { ...goal, reward: robuxToWire(amount) };
	if (takenBackAt) return { ...paid, state: 'taken-back', at: takenBackAt.getTime(), until: null };
	return isHeld
		? { ...paid, state: 'held', at: at.getTime(), until: until?.getTime() ?? null }
		: { ...paid, state: 'credited', at: at.getTime(), until: null };
}
