import { useState } from 'react';
import { rulesForPerson } from '../../../contract/admin/lists.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { SCREENING_THRESHOLD_MAX } from '../../../contract/limits.ts';
import type { ScreeningSetting, ScreeningState } from '../../../contract/withdrawals/screening.ts';
import { Skeleton } from '../../ui/basics.tsx';
import { FactCard } from '../ui/fact-list.tsx';
import { ActionButton, AdminButton, NumberInput } from '../ui/forms.tsx';
import { formatAmount, formatShare } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { ruleLabels } from './screening-words.ts';

const texts = {
	lead: (hours: number) =>
		`Holds for fraud score, a shared game account, a partner's restriction or the yearly total need your decision. A new email holds until 7 days after the change. All others release automatically after ${hours} hours.`,
	hours: (hours: number) => `${hours.toFixed(1)} h`,
	setConsequence: ({ withdrawals, held, held_amount, needs_person }: ScreeningState['effect']) =>
		`In the last 90 days these rules would have held ${held} of ${withdrawals} withdrawals (${formatAmount(held_amount)}), ${needs_person} of them for manual review. They apply from the next withdrawal.`,
	failed: "Couldn't load the rules.",
};

export function ScreeningRules() {
	const [draft, setDraft] = useState<readonly ScreeningSetting[]>();
	const [tried, setTried] = useState<readonly ScreeningSetting[]>();
	const { data, error, retry } = useAdminQuery('adminGetScreeningRules', tried ? { rules: [...tried] } : null, texts);
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	const shown = draft ?? tried ?? data?.rules;
	if (!shown) return <Skeleton className="h-64 w-full" />;

	const change = (rule: ScreeningSetting['rule'], changed: Partial<ScreeningSetting>) =>
		setDraft(shown.map((one) => (one.rule === rule ? { ...one, ...changed } : one)));
	function showEffect(): void {
		if (!draft) return;
		setTried(draft);
		setDraft(undefined);
	}
	const isNew = tried && !draft && JSON.stringify(tried) !== JSON.stringify(data?.rules);
	return (
		<div className="grid items-start gap-4 lg:grid-cols-2">
			<FactCard title="Hold rules" facts={[]}>
				{data && <p className="mb-4 text-sm text-soft">{texts.lead(data.review_hours)}</p>}
				<ul className="grid gap-3">
					{shown.map((setting) => (
						<Rule key={setting.rule} setting={setting} effect={data?.effect} onChange={change} />
					))}
				</ul>
				<div className="mt-4 flex flex-wrap items-center gap-2">
					<AdminButton aria-disabled={!draft} onClick={showEffect}>
						Preview
					</AdminButton>
					{!draft && !isNew && <span className="text-sm text-soft">Change a rule to preview its effect.</span>}
					{isNew && data && <SetRules rules={tried} effect={data.effect} />}
				</div>
			</FactCard>
			{data && (
				<div className="grid gap-4">
					<Effect effect={data.effect} />
					<Figures figures={data.figures} />
				</div>
			)}
		</div>
	);
}

type RuleProps = {
	setting: ScreeningSetting;
	effect: ScreeningState['effect'] | undefined;
	onChange: (rule: ScreeningSetting['rule'], changed: Partial<ScreeningSetting>) => void;
};

function Rule({ setting: { rule, is_on, threshold }, effect, onChange }: RuleProps) {
	const held = effect?.by_rule.find((one) => one.rule === rule)?.held;
	return (
		<li className="grid gap-1">
			<label className="flex items-center gap-2 text-sm font-semibold">
				<input
					type="checkbox"
					className="size-5 shrink-0 accent-accent"
					checked={is_on}
					onChange={({ target }) => onChange(rule, { is_on: target.checked })}
				/>
				{ruleLabels[rule]}
			</label>
			<p className="text-sm text-soft">
				{rulesForPerson.has(rule) && 'Manual review · '}
				{held !== undefined && `Would have held ${held} in 90 days`}
			</p>
			{threshold !== null && (
				<NumberInput
					aria-label={ruleLabels[rule]}
					min={0}
					max={SCREENING_THRESHOLD_MAX}
					value={threshold}
					onChange={({ target }) => onChange(rule, { threshold: Math.trunc(Number(target.value)) })}
				/>
			)}
		</li>
	);
}

function SetRules({ rules, effect }: { rules: readonly ScreeningSetting[]; effect: ScreeningState['effect'] }) {
	return (
		<ActionButton
			label="Save rules"
			needs="change-screening"
			tone="primary"
			consequence={texts.setConsequence(effect)}
			done="Rules saved."
			run={({ reason, call }) => call('adminSetScreeningRules', { rules: [...rules], reason })}
		/>
	);
}

function Effect({ effect }: { effect: ScreeningState['effect'] }) {
	return (
		<FactCard
			title="Back-test: last 90 days"
			facts={[
				{ label: 'Withdrawals', value: effect.withdrawals },
				{ label: 'Held', value: `${effect.held} · ${formatAmount(effect.held_amount)}` },
				{ label: 'Needing manual review', value: effect.needs_person },
				{ label: 'Paid, later charged back', value: effect.reversed_later },
			]}
		>
			<p className="mt-3 text-sm text-soft">
				Shows what these rules would have held, based on today's fraud scores and game accounts.{' '}
				{effect.is_cut && 'Covers only the newest withdrawals.'}
			</p>
		</FactCard>
	);
}

function Figures({ figures }: { figures: ScreeningState['figures'] }) {
	const { share_held, median_wait_ms } = figures;
	return (
		<FactCard
			title="Results: last 90 days"
			facts={[
				{ label: 'Share held', value: formatShare(share_held) },
				{ label: 'Median wait', value: median_wait_ms === null ? null : texts.hours(median_wait_ms / HOUR_MS) },
				{ label: 'On hold now', value: figures.waiting },
				{ label: 'Refunded', value: figures.refunded },
				{ label: 'Paid, later charged back', value: figures.reversed_later },
			]}
		/>
	);
}
