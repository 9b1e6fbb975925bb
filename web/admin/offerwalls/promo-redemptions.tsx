import type { PromoRedemption } from '../../../contract/offerwalls/promotions.ts';
import { Badge } from '../../ui/badge.tsx';
import { formatAmount } from '../ui/amount.ts';
import { ExactTime } from '../ui/exact-time.tsx';
import { CallTable } from '../ui/tables/call-table.tsx';
import type { DataColumn } from '../ui/tables/data-table.tsx';
import { UserLink } from '../ui/user-link.tsx';

const texts = {
	heading: (code: string) => `Redemptions of ${code}`,
	time: 'Time',
	who: 'User',
	amount: 'Amount',
	device: 'Device',
	network: 'Network',
	others: (count: number) => `${count} other(s)`,
	banned: 'Banned',
	empty: 'Nobody has redeemed it yet.',
	failed: 'The redemptions could not be read.',
};

const columns: DataColumn<PromoRedemption>[] = [
	{ title: texts.time, cell: ({ at }) => <ExactTime timeMs={at} /> },
	{
		title: texts.who,
		cell: ({ uid, roblox_username, banned }) => (
			<>
				<UserLink user={{ uid, name: roblox_username }} /> {banned && <Badge tone="bad">{texts.banned}</Badge>}
			</>
		),
	},
	{ title: texts.amount, isNumber: true, cell: ({ amount }) => formatAmount(amount) },
	{ title: texts.network, cell: ({ network, othersOnNetwork }) => <Shared what={network} others={othersOnNetwork} /> },
	{ title: texts.device, cell: ({ device, othersOnDevice }) => <Shared what={device} others={othersOnDevice} /> },
];

export function PromoRedemptions({ code }: { code: string }) {
	return (
		<section className="mt-8">
			<h2 className="mb-3 font-bold">{texts.heading(code)}</h2>
			<CallTable
				call="adminGetPromoRedemptions"
				filter={{ code }}
				columns={columns}
				keyOf={({ uid, at }) => `${uid} ${at}`}
				texts={{ ...texts, caption: texts.heading(code) }}
			/>
		</section>
	);
}

function Shared({ what, others }: { what: string | null; others: number }) {
	return (
		<>
			{what} {others > 0 && <Badge tone="waiting">{texts.others(others)}</Badge>}
		</>
	);
}
