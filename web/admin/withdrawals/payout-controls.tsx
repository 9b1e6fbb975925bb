import { PAYOUT_LIMIT_MAX } from '../../../contract/limits.ts';
import type {
	AdminPayoutSettings,
	AdminPayoutSettingsChange,
	AdminVendorFunds,
} from '../../../contract/withdrawals/payout-controls.ts';
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
import { vendorInWords } from './vendor-words.ts';

const texts = {
	switch: 'Payouts',
	on: 'On',
	off: 'Off',
	switchLead: "While payouts are off, no withdrawals are sent and users can't request new ones.",
	turnOff: 'Turn off payouts',
	turnOffConsequence:
		'Stops sending orders to all vendors and rejects new withdrawals. We still track orders that were already sent.',
	turnedOff: 'Payouts are off.',
	turnOn: 'Turn on payouts',
	turnOnConsequence: 'Sends waiting withdrawals immediately, up to the caps. Users can withdraw again.',
	turnedOn: 'Payouts are on.',
	caps: 'Caps and alerts',
	hourCap: `Hourly cap (${words.currencySign})`,
	dayCap: `Daily cap (${words.currencySign})`,
	personDayCap: `Daily cap per user (${words.currencySign})`,
	sentHour: 'Sent this hour',
	sentDay: 'Sent today (UTC)',
	balanceAlert: 'Alert when vendor balance is below ($)',
	stockAlert: `Alert when stock is below (${words.currencySign})`,
	coverAlert: 'Alert when cover is below (days)',
	none: 'None',
	change: 'Edit caps and alerts',
	changeConsequence: 'Applies from the next order. Leave a field empty for no cap or no alert.',
	changed: 'Saved.',
	current: 'Active',
	balance: 'Balance',
	stock: 'Available now',
	stockAll: 'Total stock',
	away: 'No response',
	'not-offered': 'Unknown',
	asked: 'Updated',
	circuit: 'Sending paused',
	circuits: {
		unclear: 'Unclear responses',
		busy: 'Vendor busy',
		empty: 'No balance',
		'locked-out': 'API key rejected',
	} satisfies Record<NonNullable<AdminVendorFunds['circuit']>['reason'], string>,
	failed: "Couldn't load payout settings.",
	failedFunds: "Couldn't reach the vendors.",
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
		{
			label: texts.stock,
			value: stock_state === 'known' && stock ? formatWhole(stock.direct) : stateText(stock_state),
		},
		{
			label: texts.stockAll,
			value: stock_state === 'known' && stock ? formatWhole(stock.network) : stateText(stock_state),
		},
		{ label: texts.asked, value: <TimeAgo timeMs={funds.asked_at} /> },
	];
	if (circuit) facts.push({ label: texts.circuit, value: <Badge tone="bad">{texts.circuits[circuit.reason]}</Badge> });
	const badge = funds.is_current && <Badge tone="good">{texts.current}</Badge>;
	return <FactCard title={vendorInWords(funds.vendor)} badge={badge} facts={facts} />;
}

function stateText(state: AdminVendorFunds['stock_state']): string {
	return state === 'known' ? texts.none : texts[state];
}
