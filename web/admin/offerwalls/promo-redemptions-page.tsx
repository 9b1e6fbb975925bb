import type { PromoRedemption } from '../../../contract/promotions.ts';
import { Badge } from '../../ui/badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { AdminPageProps } from '../pages.ts';
import { AdminHeading } from '../ui/admin-heading.tsx';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { byTime, useTimeList } from '../ui/tables/date-range.tsx';
import { FilterBar } from '../ui/tables/filter-bar.tsx';
import { UserLink } from '../ui/user-link.tsx';

const headingText = (code: string) => `Redemptions of ${code}`;
const othersText = (count: number) => (count === 1 ? '1 other' : `${count} others`);

const columns: DataColumn<PromoRedemption>[] = [
	{ title: 'Time', orders: byTime, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{
		title: 'User',
		cell: ({ uid, user_name: name, banned }) => (
			<>
				<UserLink user={{ uid, name }} /> {banned && <Badge tone="bad">Banned</Badge>}
			</>
		),
	},
	{ title: 'Amount', isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: 'Network', cell: ({ network, othersOnNetwork }) => <Shared what={network} others={othersOnNetwork} /> },
	{ title: 'Device', cell: ({ device, othersOnDevice }) => <Shared what={device} others={othersOnDevice} /> },
];

export default function PromoRedemptionsPage({ params: { code = '' } }: AdminPageProps) {
	const { bar, fields, times, order } = useTimeList();
	return (
		<>
			<AdminHeading lead={<TextLink to="/admin/promo-codes">All codes</TextLink>}>{headingText(code)}</AdminHeading>
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
