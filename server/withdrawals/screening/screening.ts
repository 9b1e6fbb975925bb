import { rulesForPerson } from '../../../contract/admin/lists.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { ScreeningRule } from '../../../contract/withdrawals/screening.ts';

/** Pure rules: what holds a withdrawal back before its vendor hears of it, and whether a person has to decide. */
export type ScreeningFacts = {
	/** Those that are on. */
	rules: readonly { rule: ScreeningRule; threshold: number | null }[];
	/** Of a case that staff have not closed; 0 without one. */
	score: number;
	/** What else its user has asked for in the last {@link AMOUNT_OVER_MS}, and not got back. */
	askedLately: RobuxCents;
	isSharedGameAccount: boolean;
	isFirstPayout: boolean;
	linkedAt: Date | null;
	/** Null where the log does not go back so far. */
	deviceSince: Date | null;
};

export type Screened = { amount: RobuxCents; nowMs: number };

/** In two halves a large amount is as large. */
export const AMOUNT_OVER_MS = DAY_MS;

/** For so long back the effect of rules and the figures are told. */
export const LOOK_BACK_MS = 90 * DAY_MS;

/** @returns the rules that hold it; none: it may go. */
export function rulesThatHold(facts: ScreeningFacts, screened: Screened): ScreeningRule[] {
	return facts.rules.filter((one) => holds(one, facts, screened)).map(({ rule }) => rule);
}

function holds(
	{ rule, threshold }: ScreeningFacts['rules'][number],
	facts: ScreeningFacts,
	{ amount, nowMs }: Screened,
): boolean {
	const limit = threshold ?? 0;
	switch (rule) {
		case 'amount':
			return amount + facts.askedLately > limit * 100;
		case 'score':
			return facts.score >= limit;
		case 'shared-game-account':
			return facts.isSharedGameAccount;
		case 'first-payout':
			return facts.isFirstPayout;
		case 'young-game-account':
			return (facts.linkedAt?.getTime() ?? nowMs) > nowMs - limit * HOUR_MS;
		case 'young-sign-in':
			return facts.deviceSince !== null && facts.deviceSince.getTime() > nowMs - limit * HOUR_MS;
	}
}

export function needsPerson(rules: readonly ScreeningRule[]): boolean {
	return rules.some((rule) => rulesForPerson.has(rule));
}
