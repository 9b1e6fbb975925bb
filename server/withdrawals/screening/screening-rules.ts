import { screeningUnits } from '../../../contract/admin/lists.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { type ScreeningSetting, screeningRules } from '../../../contract/withdrawals/screening.ts';
import { requireSecond } from '../../accounts/second-person.ts';
import { type StaffCall, withAudit } from '../../accounts/with-audit.ts';
import type { OpenCall } from '../../lib/call-handler.ts';
import type { DbDeps } from '../../lib/db/database.ts';
import { LOOK_BACK_MS } from './screening.ts';
import { lockRules, selectEffect, selectFigures, selectRules, updateRules } from './store-rules.ts';

export type ScreeningRuleDeps = DbDeps & { reviewMs: number };

const LOOKED_AT_MAX = 10_000;

export const getScreeningRules: OpenCall<'adminGetScreeningRules', ScreeningRuleDeps> = async (deps, input) => {
	const { db, clock, reviewMs } = deps;
	const { rules: current } = input;
	const since = new Date(clock.now() - LOOK_BACK_MS);
	const rules = await selectRules(db);
	const tried = merge(rules, current);
	const { held_cents, by_rule, ...effect } = await selectEffect(db, tried, { since, most: LOOKED_AT_MAX });
	const figures = await selectFigures(db, since);
	const { withdrawals, held } = figures;
	const ofRules = screeningRules.map((rule) => ({ rule, held: by_rule[rule] }));
	return {
		rules,
		review_hours: reviewMs / HOUR_MS,
		effect: { ...effect, held_amount: robuxToWire(held_cents), by_rule: ofRules },
		figures: { ...figures, share_held: withdrawals === 0 ? null : Math.min(1, held / withdrawals) },
	};
};

export const setScreeningRules: StaffCall<'adminSetScreeningRules', ScreeningRuleDeps> = async (deps, input, admin) => {
	const { rules, reason } = input;
	await withAudit(deps, admin, { action: 'set-screening-rules', reason }, async (tx) => {
		const before = await lockRules(tx);
		if (isLooser(before, rules)) requireSecond(admin);
		await updateRules(tx, rules);
		return { result: undefined, change: { before: { rules: before }, after: { rules: merge(before, rules) } } };
	});
	return getScreeningRules(deps, { rules: [] });
};

export function isLooser(before: readonly ScreeningSetting[], current: readonly ScreeningSetting[]): boolean {
	return before.some((held) => {
		const then = current.find(({ rule }) => rule === held.rule) ?? held;
		if (!held.is_on || !then.is_on) return held.is_on && !then.is_on;
		const more = (then.threshold ?? 0) - (held.threshold ?? 0);
		// A threshold in hours is a maximum age; amounts and points are minimums.
		return screeningUnits[held.rule] === 'hours' ? more < 0 : more > 0;
	});
}

function merge(rules: readonly ScreeningSetting[], current: readonly ScreeningSetting[]): ScreeningSetting[] {
	return rules.map((one) => current.find(({ rule }) => rule === one.rule) ?? one);
}
