import { rulesForPerson } from '../../../contract/admin/lists.ts';
import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { UNDO_EMAIL_CHANGE_MS } from '../../../contract/limits.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import type { ScreeningRule } from '../../../contract/withdrawals/screening.ts';

type Rule = { rule: ScreeningRule; threshold: number | null };
export type ScreeningFacts = {
	rules: readonly Rule[];
	/** 0 if the user has no fraud case or it is closed. */
	score: number;
	/** R$ cents of other withdrawals within {@link AMOUNT_OVER_MS}, without refunded ones. */
	requestedLately: RobuxCents;
	isSharedGameAccount: boolean;
	isFirstPayout: boolean;
	linkedAt: Date | null;
	/** First sign-in from the latest device; null if unknown. */
	deviceSince: Date | null;
	/** Null unless the change can still be undone. */
	addressChangedAt: Date | null;
	/** Restrictions of partners, with their reasons. */
	partnerStanding: string | null;
	/** R$ cents of other withdrawals of this year, without refunded ones; null once staff released one of them. */
	requestedThisYear: RobuxCents | null;
};

export type Screened = { amount: RobuxCents; nowMs: number };

/** Sums amounts over this time, so that splitting a withdrawal does not avoid the rule. */
export const AMOUNT_OVER_MS = DAY_MS;

export const LOOK_BACK_MS = 90 * DAY_MS;

export function rulesThatHold(facts: ScreeningFacts, screened: Screened): ScreeningRule[] {
	return facts.rules.filter((one) => holds(one, facts, screened)).map(({ rule }) => rule);
}

function holds({ rule, threshold }: Rule, facts: ScreeningFacts, { amount, nowMs }: Screened): boolean {
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
		case 'partner-standing':
			return facts.partnerStanding !== null;
		case 'yearly-total':
			return facts.requestedThisYear !== null && amount + facts.requestedThisYear > limit * 100;
		case 'changed-address':
			return facts.addressChangedAt !== null && amount + facts.requestedLately > limit * 100;
	}
}

export function heldUntil(
	rules: readonly ScreeningRule[],
	{ addressChangedAt }: Pick<ScreeningFacts, 'addressChangedAt'>,
	{ nowMs, reviewMs }: { nowMs: number; reviewMs: number },
): Date {
	const isForAddress = rules.includes('changed-address') && addressChangedAt !== null;
	const untilMs = isForAddress ? addressChangedAt.getTime() + UNDO_EMAIL_CHANGE_MS : 0;
	const reviewedAtMs = rules.some((rule) => rule !== 'changed-address') ? nowMs + reviewMs : 0;
	return new Date(Math.max(untilMs, reviewedAtMs));
}

export const needsPerson = (rules: readonly ScreeningRule[]): boolean => rules.some((rule) => rulesForPerson.has(rule));
