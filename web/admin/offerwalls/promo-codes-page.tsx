import { Link } from 'react-router';
import type { PromoCode } from '../../../contract/promotions.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import type { AdminPageProps } from '../pages.ts';
import { ActionButton } from '../ui/actions/action-dialog.tsx';
import { adminButtonLook } from '../ui/admin-button.tsx';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { SelectField } from '../ui/tables/filter-fields.tsx';
import { NewPromoCode } from './new-promo-code.tsx';

const states = { planned: 'Planned', open: 'Open', 'used-up': 'Used up', ended: 'Ended', closed: 'Closed' };

const tones: Record<PromoCode['state'], BadgeTone> = {
	planned: 'waiting',
	open: 'good',
	'used-up': 'plain',
	ended: 'plain',
	closed: 'plain',
};

export default function PromoCodesPage({ heading, lead }: AdminPageProps) {
	const { filter, bar, fields, times, order } = useTimeList(['state']);
	const isOpen = filter.state === 'open';
	return (
		<>
			<AdminHeading lead={lead} actions={<NewPromoCode />}>
				{heading}
			</AdminHeading>
			<FilterBar {...bar}>
				<SelectField
					label="Status"
					name="state"
					defaultValue={isOpen ? 'open' : ''}
					options={[
						['', 'All codes'],
						['open', 'Redeemable now or later'],
					]}
				/>
				{fields}
			</FilterBar>
			<CallTable
				call="adminGetPromoCodes"
				filter={{ ...times, ...(isOpen && { isOpen: true as const }) }}
				columns={codeColumns}
				order={order}
				keyOf={({ code }) => code}
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
	{ title: 'Status', cell: ({ state }) => <Badge tone={tones[state]}>{states[state]}</Badge> },
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
