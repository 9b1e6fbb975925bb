import { PAYOUT_LIMIT_MAX } from '../../../contract/limits.ts';
import type {
	AdminPayoutSettings,
	AdminPayoutSettingsChange,
	AdminVendorFunds,
} from '../../../contract/withdrawals/payout-controls.ts';
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
import { PayoutMethods } from './payout-methods.tsx';
import { vendorInWords } from './vendor-words.ts';

const texts = {
	none: 'None',
	away: 'No response',
	'not-offered': 'Unknown',
	circuits: {
		unclear: 'Unclear responses',
		busy: 'Vendor busy',
		empty: 'No balance',
		'locked-out': 'API key rejected',
	} satisfies Record<NonNullable<AdminVendorFunds['circuit']>['reason'], string>,
};

export function PayoutControls() {
	const settings = useAdminQuery('adminGetPayoutSettings', null, { failed: "Couldn't load payout settings." });
	const funds = useAdminQuery('adminGetVendorFunds', null, { failed: "Couldn't reach the vendors." });
	return (
		<div className="grid items-start gap-4 lg:grid-cols-2">
			{settings.data && <SwitchCard settings={settings.data} />}
			{settings.data && <CapsCard settings={settings.data} />}
			<PayoutMethods />
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
	const [label, consequence, result] = is_on
		? [
				'Turn off payouts',
				'Stops sending orders to all vendors and rejects new withdrawals. We still track orders that were already sent.',
				'Payouts are off.',
			]
		: [
				'Turn on payouts',
				'Sends waiting withdrawals immediately, up to the caps. Users can withdraw again.',
				'Payouts are on.',
			];
	const state = <Badge tone={is_on ? 'good' : 'bad'}>{is_on ? 'On' : 'Off'}</Badge>;
	return (
		<FactCard title="Payouts" badge={state} facts={[]}>
			<p className="mb-4 text-sm text-soft">
				While payouts are off, no withdrawals are sent and users can't request new ones.
			</p>
			<div>
				<ActionButton
					needs="change-payouts"
					label={label}
					tone={is_on ? 'danger' : 'primary'}
					consequence={consequence}
					done={result}
					run={({ reason, call }) => call('adminChangePayoutSettings', { is_on: !is_on, reason })}
				/>
			</div>
		</FactCard>
	);
}

const fields = [
	{ name: 'hour_cap', label: `Hourly cap (${words.currencySign})`, step: 0.01 },
	{ name: 'day_cap', label: `Daily cap (${words.currencySign})`, step: 0.01 },
	{ name: 'person_day_cap', label: `Daily cap per user (${words.currencySign})`, step: 0.01 },
	{ name: 'balance_alert_usd', label: 'Alert when vendor balance is below ($)', step: 1 },
	{ name: 'stock_alert', label: `Alert when stock is below (${words.currencySign})`, step: 1 },
	{ name: 'cover_alert_days', label: 'Alert when cover is below (days)', step: 1 },
] as const;

function CapsCard({ settings }: { settings: AdminPayoutSettings }) {
	const facts: Fact[] = fields.map(({ name, label }) => ({ label, value: settings[name] ?? texts.none }));
	return (
		<FactCard
			title="Caps and alerts"
			facts={[
				...facts,
				{ label: 'Sent this hour', value: formatAmount(settings.sent_this_hour) },
				{ label: 'Sent today (UTC)', value: formatAmount(settings.sent_today) },
			]}
		>
			<div className="mt-4">
				<ActionButton
					needs="change-payouts"
					label="Edit caps and alerts"
					consequence="Applies from the next order. Leave a field empty for no cap or no alert."
					done="Saved."
					run={({ reason, fields: given, call }) => call('adminChangePayoutSettings', { ...readFields(given), reason })}
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
		{ label: 'Balance', value: balance_state === 'known' ? `$${balance_usd?.toFixed(2)}` : texts[balance_state] },
		{
			label: 'Available now',
			value: stock_state === 'known' && stock ? formatWhole(stock.direct) : stateText(stock_state),
		},
		{
			label: 'Total stock',
			value: stock_state === 'known' && stock ? formatWhole(stock.network) : stateText(stock_state),
		},
		{ label: 'Updated', value: <TimeAgo timeMs={funds.asked_at} /> },
	];
	if (circuit)
		facts.push({ label: 'Sending paused', value: <Badge tone="bad">{texts.circuits[circuit.reason]}</Badge> });
	const badge = funds.is_current && <Badge tone="good">Active</Badge>;
	return <FactCard title={vendorInWords(funds.vendor)} badge={badge} facts={facts} />;
}

function stateText(state: AdminVendorFunds['stock_state']): string {
	return state === 'known' ? texts.none : texts[state];
}
