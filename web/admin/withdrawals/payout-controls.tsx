import type {
	AdminPayoutSettings,
	AdminPayoutSettingsChange,
	AdminVendorFunds,
} from '../../../contract/admin/payouts/payout-controls.ts';
import { PAYOUT_LIMIT_MAX } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { words } from '../../lib/format/branding.ts';
import { Badge } from '../../ui/badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { formatAmount, formatWhole } from '../ui/amount.ts';
import { type Fact, FactCard } from '../ui/fact-list.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { NumberField, numberIn } from '../ui/tables/filter-fields.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const texts = {
	switch: 'Payouts',
	on: 'On',
	off: 'Off',
	switchLead: 'The switch for everything that leaves: withdrawals are sent and taken only while it is on.',
	turnOff: 'Switch payouts off',
	turnOffConsequence:
		'Nothing new is sent to any vendor, and new withdrawals are refused. What was sent before is still asked about and ends.',
	turnedOff: 'Payouts are off.',
	turnOn: 'Switch payouts on',
	turnOnConsequence: 'Whatever waits is sent at once, up to the caps, and users can withdraw again.',
	turnedOn: 'Payouts are on.',
	caps: 'Caps and alerts',
	hourCap: `${words.currencySign} in an hour at most`,
	dayCap: `${words.currencySign} in a day at most`,
	personDayCap: `${words.currencySign} a person and day at most`,
	sentHour: 'Sent in this hour',
	sentDay: 'Sent today (UTC)',
	balanceAlert: 'Alert below this many $ at the vendor',
	stockAlert: `Alert below this many ${words.currencySign} of stock`,
	coverAlert: 'Alert below this many days of cover',
	none: 'None',
	change: 'Change caps and alerts',
	changeConsequence: 'Counts from the next order on. An empty field means no limit and no alert.',
	changed: 'Changed.',
	current: 'New orders go here',
	balance: 'Balance',
	stock: 'Stock, at once',
	stockAll: 'Stock, in all',
	away: 'No answer',
	'not-offered': 'Not known',
	asked: 'Asked',
	circuit: 'Nothing is sent',
	failed: 'The settings could not be read.',
	failedFunds: 'The vendors could not be asked.',
};

export function PayoutControls() {
	const settings = useAdminQuery('adminGetPayoutSettings', null, texts);
	const funds = useAdminQuery('adminGetVendorFunds', null, { failed: texts.failedFunds });
	return (
		<div className="grid items-start gap-4 lg:grid-cols-2">
			{settings.data && <SwitchCard settings={settings.data} />}
			{settings.data && <CapsCard settings={settings.data} />}
			{settings.error && <RetryNotice error={settings.error} onRetry={settings.retry} />}
			{funds.data?.map((vendor) => (
				<VendorCard key={vendor.vendor} funds={vendor} />
			))}
			{funds.error && <RetryNotice error={funds.error} onRetry={funds.retry} />}
			{!funds.data && !funds.error && <Skeleton className="h-48 w-full" />}
		</div>
	);
}

function SwitchCard({ settings: { is_on } }: { settings: AdminPayoutSettings }) {
	const call = useCall();
	const [label, consequence, result] = is_on
		? [texts.turnOff, texts.turnOffConsequence, texts.turnedOff]
		: [texts.turnOn, texts.turnOnConsequence, texts.turnedOn];
	const state = <Badge tone={is_on ? 'good' : 'bad'}>{is_on ? texts.on : texts.off}</Badge>;
	return (
		<FactCard title={texts.switch} badge={state} facts={[]}>
			<p className="mb-4 text-sm text-soft">{texts.switchLead}</p>
			<div>
				<ActionButton
					needs="change-payouts"
					label={label}
					tone={is_on ? 'danger' : 'primary'}
					consequence={consequence}
					done={result}
					run={({ reason }) => call('adminChangePayoutSettings', { is_on: !is_on, reason })}
				/>
			</div>
		</FactCard>
	);
}

const fields = [
	{ name: 'hour_cap', label: texts.hourCap, step: 0.01 },
	{ name: 'day_cap', label: texts.dayCap, step: 0.01 },
	{ name: 'person_day_cap', label: texts.personDayCap, step: 0.01 },
	{ name: 'balance_alert_usd', label: texts.balanceAlert, step: 1 },
	{ name: 'stock_alert', label: texts.stockAlert, step: 1 },
	{ name: 'cover_alert_days', label: texts.coverAlert, step: 1 },
] as const;

function CapsCard({ settings }: { settings: AdminPayoutSettings }) {
	const call = useCall();
	const facts: Fact[] = fields.map(({ name, label }) => ({ label, value: settings[name] ?? texts.none }));
	return (
		<FactCard
			title={texts.caps}
			facts={[
				...facts,
				{ label: texts.sentHour, value: formatAmount(settings.sent_this_hour) },
				{ label: texts.sentDay, value: formatAmount(settings.sent_today) },
			]}
		>
			<div className="mt-4">
				<ActionButton
					needs="change-payouts"
					label={texts.change}
					consequence={texts.changeConsequence}
					done={texts.changed}
					run={({ reason, fields: given }) => call('adminChangePayoutSettings', { ...readFields(given), reason })}
				>
					{fields.map(({ name, label, step }) => (
						<NumberField
							key={name}
							label={label}
							name={name}
							min={0}
							max={PAYOUT_LIMIT_MAX}
							step={step}
							defaultValue={settings[name] ?? ''}
						/>
					))}
				</ActionButton>
			</div>
		</FactCard>
	);
}

function readFields(given: FormData): Omit<AdminPayoutSettingsChange, 'reason'> {
	return Object.fromEntries(fields.map(({ name }) => [name, numberIn(given, name)]));
}

function VendorCard({ funds }: { funds: AdminVendorFunds }) {
	const { balance_state, balance_usd, stock_state, stock, circuit } = funds;
	const facts: Fact[] = [
		{ label: texts.balance, value: balance_state === 'known' ? `$${balance_usd?.toFixed(2)}` : texts[balance_state] },
		{ label: texts.stock, value: stock_state === 'known' && stock ? formatWhole(stock.direct) : told(stock_state) },
		{ label: texts.stockAll, value: stock_state === 'known' && stock ? formatWhole(stock.network) : told(stock_state) },
		{ label: texts.asked, value: <TimeAgo timeMs={funds.asked_at} /> },
	];
	if (circuit) facts.push({ label: texts.circuit, value: <Badge tone="bad">{circuit.reason}</Badge> });
	const badge = funds.is_current && <Badge tone="good">{texts.current}</Badge>;
	return <FactCard title={funds.vendor} badge={badge} facts={facts} />;
}

function told(state: AdminVendorFunds['stock_state']): string {
	return state === 'known' ? texts.none : texts[state];
}
