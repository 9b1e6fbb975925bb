import type { CallResult } from '../../../contract/calls.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { robuxToWire } from '../../../contract/money.ts';
import type { CatalogueOffer, PaidStep } from './catalogue-offer.ts';
import { CLICK_RETENTION_MS } from './store-clicks.ts';
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

/** Returns the first open step whose time has not ended, or else the first open one, with the end of its time. */
export function findNext(
	{ steps, completeWithinMs: offerMs }: Pick<CatalogueOffer, 'steps' | 'completeWithinMs'>,
	goals: readonly Goal[],
	{ startedAt, nowMs }: { startedAt: Date; nowMs: number },
) {
	const open = steps.flatMap(({ completeWithinMs }, index) => {
		const goal = goals[index];
		const endMs = endOf(startedAt, shortest(completeWithinMs, offerMs));
		if (goal?.state !== 'open') return [];
		const { id, title, reward } = goal;
		return [{ step: { id, title, reward, number: index + 1, count: goals.length }, endMs }];
	});
	return open.find(({ endMs }) => endMs === null || endMs > nowMs) ?? open[0];
}

export function shortest(stepMs: number | undefined, offerMs: number | undefined): number | undefined {
	return stepMs && offerMs ? Math.min(stepMs, offerMs) : (stepMs ?? offerMs);
}

/** The start of a longer limit is deleted before its end. */
function endOf(startedAt: Date, limitMs: number | undefined): number | null {
	return limitMs && limitMs <= CLICK_RETENTION_MS ? startedAt.getTime() + limitMs : null;
}

export const limitInHours = (limitMs: number | undefined) => (limitMs ? limitMs / HOUR_MS : null);

function toGoal(step: PaidStep, index: number, credit: OfferCredit | undefined): Goal {
	const { id, title, reward, completeWithinMs } = step;
	const base = { id: id || `${index + 1}`, title, complete_within_hours: limitInHours(completeWithinMs) };
	const goal = { ...base, reward: robuxToWire(reward) };
	if (!credit) return { ...goal, state: 'open', at: null, until: null };
	const { at, until, takenBackAt, isHeld, amount } = credit;
	const paid = { ...goal, reward: robuxToWire(amount) };
	if (takenBackAt) return { ...paid, state: 'taken-back', at: takenBackAt.getTime(), until: null };
	return isHeld
		? { ...paid, state: 'held', at: at.getTime(), until: until?.getTime() ?? null }
		: { ...paid, state: 'credited', at: at.getTime(), until: null };
}
