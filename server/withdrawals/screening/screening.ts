import { rulesForPerson } from '../../../contract/admin/lists.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { ScreeningRule } from '../../../contract/withdrawals/screening.ts';

/** Pure rules. */
export type ScreeningFacts = {
	rules: readonly { rule: ScreeningRule; threshold: number | null }[];
	/** 0 without an unclosed case. */
	score: number;
	/** Other withdrawals within {@link AMOUNT_OVER_MS}, without refunds. */
	requestedLately: RobuxCents;
	isSharedGameAccount: boolean;
	isFirstPayout: boolean;
	linkedAt: Date | null;
	/** Null: before the log begins. */
	deviceSince: Date | null;
};

export type Screened = { amount: RobuxCents; nowMs: number };

/** Prevents avoiding the rule by splitting an amount. */
export const AMOUNT_OVER_MS = DAY_MS;

export const LOOK_BACK_MS = 90 * DAY_MS;

/** @returns empty: not held. */
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
			return amount + facts.requestedLately > limit * 100;
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
