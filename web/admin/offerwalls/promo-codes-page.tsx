import { Link } from 'react-router';
import {
	PROMO_AMOUNT_MAX,
	PROMO_CODE_LENGTH_MAX,
	PROMO_PER_USER_MAX,
	PROMO_USES_MAX,
} from '../../../contract/limits.ts';
import type { PromoCode } from '../../../contract/promotions.ts';
import { words } from '../../lib/format/formats.ts';
import { Badge, type BadgeTone } from '../../ui/basics.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import {
	ActionButton,
	adminButtonLook,
	NumberField,
	numberIn,
	PickField,
	TextField,
	textIn,
	timeIn,
	unlessProposed,
} from '../ui/forms.tsx';
import { CallTable, type DataColumn, FilterBar } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { ExactTime, formatAmount } from '../ui/values.tsx';

function NewPromoCode() {
	return (
		<ActionButton
			needs="change-promotions"
			label="Create promo code"
			action="Create code"
			tone="primary"
			consequence="Anyone with the code can redeem it from the start time on. We pay for each use."
			run={async ({ reason, fields, call }) => {
				const number = (name: string) => numberIn(fields, name) ?? 0;
				const made = await call('adminCreatePromoCode', {
					...{ code: textIn(fields, 'code'), amount: number('amount'), reason },
					...{ usesMax: number('usesMax'), perUser: number('perUser') },
					...{ startsAt: timeIn(fields, 'startsAt'), endsAt: timeIn(fields, 'endsAt') },
				});
				return unlessProposed(made, ({ code }) => `${code} created.`);
			}}
		>
			<TextField
				label="Code (letters, digits, dashes)"
				name="code"
				required
				pattern="[A-Za-z0-9\-]+"
				maxLength={PROMO_CODE_LENGTH_MAX}
			/>
			<div className="grid items-end gap-4 sm:grid-cols-2">
				<NumberField
					label={`${words.currencySign} per use`}
					name="amount"
					min={0.01}
					max={PROMO_AMOUNT_MAX}
					step={0.01}
					required
				/>
				<NumberField label="Total uses" name="usesMax" min={1} max={PROMO_USES_MAX} required />
				<NumberField label="Uses per user" name="perUser" min={1} max={PROMO_PER_USER_MAX} required defaultValue={1} />
				<TextField label="Start (empty: now)" name="startsAt" type="datetime-local" />
				<TextField label="End (empty: when used up)" name="endsAt" type="datetime-local" />
			</div>
		</ActionButton>
	);
}

const open = [['open', 'Redeemable now or later']] as const;
const states = { planned: 'Planned', open: 'Open', 'used-up': 'Used up', ended: 'Ended', closed: 'Closed' };

const tones: Partial<Record<PromoCode['state'], BadgeTone>> = { planned: 'waiting', open: 'good' };

export default function PromoCodesPage({ heading, lead }: AdminPageProps) {
	const { filter, bar, fields, times, order } = useTimeList(['state']);
	const isOpen = filter.state === 'open';
	return (
		<>
			<AdminHeading heading={heading} lead={lead} actions={<NewPromoCode />} />
			<FilterBar {...bar}>
				<PickField label="Status" name="state" value={isOpen ? 'open' : ''} all="All codes" choices={open} />
				{fields}
			</FilterBar>
			<CallTable
				call="adminGetPromoCodes"
				filter={{ ...times, ...(isOpen && { isOpen: true as const }) }}
				columns={codeColumns}
				order={order}
				texts={{ empty: 'No promo codes yet.', failed: "Couldn't load promo codes.", caption: heading }}
			/>
		</>
	);
}

const codeColumns: DataColumn<PromoCode>[] = [
	{ title: 'Code', cell: ({ code }) => <span className="font-mono whitespace-nowrap select-all">{code}</span> },
	{ title: 'Amount', isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: 'Uses', isNumber: true, cell: ({ uses, usesMax }) => `${uses} / ${usesMax}` },
	{ title: 'Per user', isNumber: true, cell: ({ perUser }) => perUser },
	{
		title: 'Valid',
		cell: ({ startsAt, endsAt }) => (
			<>
				From <ExactTime timeMs={startsAt} />
				<br />
				{endsAt === null ? 'No end date' : ['until ', <ExactTime key="until" timeMs={endsAt} />]}
			</>
		),
	},
	{ title: 'Status', cell: ({ state }) => <Badge tone={tones[state] ?? 'plain'}>{states[state]}</Badge> },
	{ title: 'Created', orders: byTime, cell: ({ createdAt }) => <ExactTime timeMs={createdAt} /> },
	{
		title: 'Action',
		cell: ({ code, state }) => (
			<div className="flex flex-wrap gap-2 max-md:justify-end">
				<Link to={`/admin/promo-codes/${code}`} className={adminButtonLook}>
					Redemptions
				</Link>
				{state !== 'closed' && <CloseCode code={code} />}
			</div>
		),
	},
];

function CloseCode({ code }: { code: string }) {
	return (
		<ActionButton
			needs="change-promotions"
			label="Close code"
			title={`Close ${code}`}
			tone="danger"
			consequence="No one can redeem this code any more. Past redemptions stay. You can't reopen it."
			done="Code closed."
			run={({ reason, call }) => call('adminClosePromoCode', { code, reason })}
		/>
	);
}
