import type { PromoRedemption } from '../../../contract/promotions.ts';
import { Badge, TextLink } from '../../ui/basics.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { CallTable, type DataColumn, FilterBar } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { ExactTime, formatAmount, UserLink } from '../ui/values.tsx';

const headingText = (code: string) => `Redemptions of ${code}`;
const othersText = (count: number) => (count === 1 ? '1 other' : `${count} others`);

const columns: DataColumn<PromoRedemption>[] = [
	{ title: 'Time', orders: byTime, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{
		title: 'User',
		isLead: true,
		cell: ({ uid, user_name: name, banned }) => (
			<>
				<UserLink user={{ uid, name }} /> {banned && <Badge tone="bad">Banned</Badge>}
			</>
		),
	},
	{ title: 'Amount', isLead: true, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: 'Network', cell: ({ network, othersOnNetwork }) => <Shared what={network} others={othersOnNetwork} /> },
	{ title: 'Device', cell: ({ device, othersOnDevice }) => <Shared what={device} others={othersOnDevice} /> },
];

export default function PromoRedemptionsPage({ params: { code = '' } }: AdminPageProps) {
	const { bar, fields, times, order } = useTimeList();
	return (
		<>
			<AdminHeading heading={headingText(code)} lead={<TextLink to="/admin/promo-codes">All codes</TextLink>} />
			<FilterBar {...bar}>{fields}</FilterBar>
			<CallTable
				call="adminGetPromoRedemptions"
				filter={{ code, ...times }}
				columns={columns}
				order={order}
				keyOf={({ uid, at }) => `${uid} ${at}`}
				texts={{ empty: 'No redemptions yet.', failed: "Couldn't load redemptions.", caption: headingText(code) }}
			/>
		</>
	);
}

function Shared({ what, others }: { what: string | null; others: number }) {
	return (
		<>
			{what} {others > 0 && <Badge tone="waiting">{othersText(others)}</Badge>}
		</>
	);
}
