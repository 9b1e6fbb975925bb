import { PAYOUT_LIMIT_MAX, WITHDRAW_AMOUNT_MAX } from '../../../contract/limits.ts';
import type {
	AdminPayoutSettings,
	AdminPayoutSettingsChange,
	AdminVendorFunds,
} from '../../../contract/withdrawals/payout-controls.ts';
import type { AdminPayoutMethod } from '../../../contract/withdrawals/payout-methods.ts';
import { words } from '../../lib/format/formats.ts';
import { Badge, Skeleton } from '../../ui/basics.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { type Fact, FactCard } from '../ui/fact-list.tsx';
import { ActionButton, NumberField, numberIn, unlessProposed } from '../ui/forms.tsx';
import { formatAmount, formatDollars, formatWhole, TimeAgo } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { vendorInWords } from './vendor-words.ts';

const dollarField = { min: 0.01, max: 10_000, step: 0.01, required: true } as const;

function PayoutMethods() {
	const { data, error, retry } = useAdminQuery('adminGetPayoutMethods', null, {
		failed: "Couldn't load payout methods.",
	});
	if (error) return <RetryNotice error={error} onRetry={retry} />;
	return data?.map((method) => <GiftCards key={method.method} settings={method} />);
}

function GiftCards({ settings }: { settings: AdminPayoutMethod }) {
	const { is_on, usd_per_thousand, amount_min, free_codes, given_codes } = settings;
	const facts: Fact[] = [
		{
			label: `Card value per 1,000 ${words.currencySign}`,
			value: usd_per_thousand === null ? null : formatDollars(usd_per_thousand),
		},
		{ label: 'Smallest withdrawal', value: amount_min === null ? null : formatWhole(amount_min) },
		...free_codes.map(({ value, count }) => ({ label: `Free codes worth ${formatDollars(value)}`, value: count })),
		{ label: 'Codes given to users', value: given_codes },
	];
	return (
		<FactCard
			title="Gift cards"
			badge={<Badge tone={is_on ? 'good' : 'plain'}>{is_on ? 'On' : 'Off'}</Badge>}
			facts={facts}
		>
			<div className="mt-4 flex flex-wrap gap-2">
				{usd_per_thousand !== null && <SetMethod settings={settings} isOn={is_on} label="Edit price and minimum" />}
				<SetMethod settings={settings} isOn={!is_on} label={is_on ? 'Turn off gift cards' : 'Turn on gift cards'} />
				<ActionButton
					needs="pay-by-hand"
					label="Add codes"
					consequence="A withdrawal of exactly this value gets a free code by itself. Amounts above the approval limit wait under Manual payouts."
					reason="none"
					run={async ({ fields, call }) => {
						const codes = String(fields.get('codes'))
							.split('\n')
							.map((line) => line.trim())
							.filter(Boolean);
						const { added } = await call('adminAddPayoutCodes', { value: numberIn(fields, 'value') ?? 0, codes });
						return `Codes added: ${added}.`;
					}}
				>
					<NumberField label="Value of each card ($)" name="value" {...dollarField} />
					<TextArea label="Codes, one per line" name="codes" rows={6} required spellCheck={false} autoComplete="off" />
				</ActionButton>
				{free_codes.length > 0 && (
					<ActionButton
						needs="pay-by-hand"
						label="Remove codes"
						tone="danger"
						consequence="Needs approval by a second admin. Then the free codes of one value are deleted. Codes given to users stay."
						run={async ({ fields, reason, call }) => {
							const value = numberIn(fields, 'value') ?? 0;
							const answer = await call('adminRemovePayoutCodes', { value, reason });
							return unlessProposed(answer, ({ removed }) => `Codes removed: ${removed}.`);
						}}
					>
						<NumberField label="Value of each card ($)" name="value" {...dollarField} />
					</ActionButton>
				)}
			</div>
		</FactCard>
	);
}

function SetMethod({ settings, isOn, label }: { settings: AdminPayoutMethod; isOn: boolean; label: string }) {
	return (
		<ActionButton
			needs="change-payouts"
			label={label}
			tone={settings.is_on && !isOn ? 'danger' : 'primary'}
			consequence={
				isOn
					? 'Users may request gift cards at this price. Turning on, a higher value or a lower minimum needs a second admin.'
					: 'Users can no longer request gift cards. Open requests are still paid.'
			}
			done="Saved."
			run={({ fields, reason, call }) =>
				call('adminSetPayoutMethod', {
					...{ method: 'gift-card', is_on: isOn, reason },
					usd_per_thousand: numberIn(fields, 'usd') ?? 0,
					amount_min: numberIn(fields, 'min') ?? 0,
				})
			}
		>
			<NumberField
				label={`Card value per 1,000 ${words.currencySign} ($)`}
				name="usd"
				defaultValue={settings.usd_per_thousand ?? ''}
				{...dollarField}
			/>
			<NumberField
				label={`Smallest withdrawal (${words.currencySign})`}
				name="min"
				min={1}
				max={WITHDRAW_AMOUNT_MAX}
				required
				defaultValue={settings.amount_min ?? ''}
			/>
		</ActionButton>
	);
}

const texts = {
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
			<ActionButton
				needs="change-payouts"
				label={label}
				tone={is_on ? 'danger' : 'primary'}
				consequence={consequence}
				done={result}
				run={({ reason, call }) => call('adminChangePayoutSettings', { is_on: !is_on, reason })}
			/>
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
	const facts: Fact[] = fields.map(({ name, label }) => ({ label, value: settings[name] }));
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
					{fields.map((one) => (
						<NumberField
							key={one.name}
							{...one}
							min={0}
							max={PAYOUT_LIMIT_MAX}
							defaultValue={settings[one.name] ?? ''}
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
	const inStock = (part: 'direct' | 'network') => {
		if (stock_state !== 'known') return texts[stock_state];
		return stock ? formatWhole(stock[part]) : null;
	};
	const facts: Fact[] = [
		{ label: 'Balance', value: balance_state === 'known' ? `$${balance_usd?.toFixed(2)}` : texts[balance_state] },
		{ label: 'Directly available', value: inStock('direct') },
		{ label: 'Network balance', value: inStock('network') },
		{ label: 'Updated', value: <TimeAgo timeMs={funds.asked_at} /> },
	];
	if (circuit)
		facts.push({ label: 'Sending paused', value: <Badge tone="bad">{texts.circuits[circuit.reason]}</Badge> });
	const badge = funds.is_current && <Badge tone="good">Active</Badge>;
	return <FactCard title={vendorInWords(funds.vendor)} badge={badge} facts={facts} />;
}
