import type { RuleId, Statement } from '../../contract/accounts/statements.ts';
import { formatAmount, formatMoment } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { aboutTexts } from './about.ts';

export function StatementCard({ statement }: { statement: Statement }) {
	const { kind, id, rule, version, automated, at, facts, said, ends_at, object_until } = statement;
	const { text: ruleText, name: ruleName } = rules[rule];
	const lines: [string, string | null][] = [
		[m.threads_decided(), at === null ? null : formatMoment(at)],
		[m.threads_decided_by(), automated ? m.threads_by_machine() : m.threads_by_person()],
		[m.threads_amount(), typeof facts.amount === 'number' ? formatAmount(facts.amount) : null],
		[m.threads_offer(), typeof facts.name === 'string' ? facts.name : null],
		[m.threads_taken_back(), typeof facts.chargebacks === 'number' ? String(facts.chargebacks) : null],
		[m.threads_ends(), ends_at === null ? null : formatMoment(ends_at)],
		[
			m.threads_object(),
			object_until === null
				? m.threads_object_any_time()
				: m.threads_object_until({ time: formatMoment(object_until) }),
		],
		[m.threads_rule(), ruleName ? m.threads_rule_version({ rule: ruleName, version }) : null],
	];
	return (
		<section aria-labelledby="statement" className="grid gap-3 rounded-card border border-line bg-sunken p-5 sm:p-6">
			<h2 id="statement" className="font-bold tracking-tight">
				{m.threads_statement()}
			</h2>
			<p className="font-semibold [overflow-wrap:anywhere]">
				{aboutTexts[kind]}
				{id !== null && <span className="ms-2 font-mono text-xs font-normal text-soft select-all">{id}</span>}
			</p>
			<p className="whitespace-pre-line [overflow-wrap:anywhere]">{said ?? ruleText}</p>
			<dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
				{lines.map(
					([label, value]) =>
						value !== null && (
							<div key={label} className="contents">
								<dt className="text-soft">{label}</dt>
								<dd className="[overflow-wrap:anywhere] max-sm:mb-2">{value}</dd>
							</div>
						),
				)}
			</dl>
		</section>
	);
}

const rules: Record<RuleId, { text: string; name?: string }> = {
	staff: { text: m.threads_rule_staff() },
	'chargebacks-ban': { text: m.threads_rule_chargebacks_ban(), name: m.threads_rule_name_chargebacks_ban() },
	'chargebacks-pause': { text: m.threads_rule_chargebacks_pause(), name: m.threads_rule_name_chargebacks_pause() },
	screening: { text: m.threads_rule_screening(), name: m.threads_rule_name_screening() },
	'vendor-refused': { text: m.threads_rule_vendor_refused(), name: m.threads_rule_name_vendor_refused() },
	'vendor-unclear': { text: m.threads_rule_vendor_unclear(), name: m.threads_rule_name_vendor_unclear() },
	'wall-hold': { text: m.threads_rule_wall_hold(), name: m.threads_rule_name_wall_hold() },
	'amount-hold': { text: m.threads_rule_amount_hold(), name: m.threads_rule_name_amount_hold() },
	'speed-hold': { text: m.threads_rule_speed_hold(), name: m.threads_rule_name_speed_hold() },
	'partner-hold': { text: m.threads_rule_partner_hold(), name: m.threads_rule_name_partner_hold() },
	'partner-reversal': { text: m.threads_rule_partner_reversal(), name: m.threads_rule_name_partner_reversal() },
	'claim-paid-twice': { text: m.threads_rule_claim_paid_twice(), name: m.threads_rule_name_claim_paid_twice() },
	'bounty-cause': { text: m.threads_rule_bounty_cause(), name: m.threads_rule_name_bounty_cause() },
	'fraud-signals': { text: m.threads_rule_fraud_signals(), name: m.threads_rule_name_fraud_signals() },
	'vendor-differs': { text: m.threads_rule_vendor_differs(), name: m.threads_rule_name_vendor_differs() },
};
