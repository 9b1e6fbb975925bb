import { WITHDRAW_AMOUNT_MAX } from '../../../contract/limits.ts';
import type { AdminPayoutMethod } from '../../../contract/withdrawals/payout-methods.ts';
import { words } from '../../lib/format/branding.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { unlessProposed } from '../ui/actions/second-person.ts';
import { formatWhole } from '../ui/amount.ts';
import { formatDollars } from '../ui/dollars.ts';
import { type Fact, FactCard } from '../ui/fact-list.tsx';
import { RetryNotice } from '../ui/retry-notice.tsx';
import { NumberField, numberIn } from '../ui/tables/filter-fields.tsx';
import { useAdminQuery } from '../use-admin-query.ts';

const none = 'None';
const dollarField = { min: 0.01, max: 10_000, step: 0.01, required: true } as const;

export function PayoutMethods() {
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
			value: usd_per_thousand === null ? none : formatDollars(usd_per_thousand),
		},
		{ label: 'Smallest withdrawal', value: amount_min === null ? none : formatWhole(amount_min) },
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
						consequence="Deletes the free codes of one value. Codes given to users stay."
						run={async ({ fields, reason, call }) => {
							const value = numberIn(fields, 'value') ?? 0;
							return `Codes removed: ${(await call('adminRemovePayoutCodes', { value, reason })).removed}.`;
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
			run={async ({ fields, reason, call }) => {
				const result = await call('adminSetPayoutMethod', {
					...{ method: 'gift-card', is_on: isOn, reason },
					usd_per_thousand: numberIn(fields, 'usd') ?? 0,
					amount_min: numberIn(fields, 'min') ?? 0,
				});
				return unlessProposed(result, () => 'Saved.');
			}}
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
