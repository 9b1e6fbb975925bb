import type { PromoRedemption } from '../../contract/promotions.ts';
import { formatAmount } from '../lib/amount.ts';
import { useCall } from '../lib/clients.tsx';
import { messageOf } from '../lib/refusal.ts';
import { useHistory } from '../lib/use-history.ts';
import { Badge } from '../ui/badge.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';
import { ExactTime } from './exact-time.tsx';
import { UserLink } from './user-link.tsx';

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

/** Who redeemed a code, from where and with what, and how many others did so too. */
export function PromoRedemptions({ code }: { code: string }) {
	const call = useCall();
	const { items, error, retry, more } = useHistory(['admin', 'promo-redemptions', code], (cursor, signal) =>
		call('adminGetPromoRedemptions', { code, cursor }, signal),
	);
	return (
		<section className="mt-8">
			<h2 className="mb-3 font-bold">{texts.heading(code)}</h2>
			<DataTable
				caption={texts.heading(code)}
				columns={columns}
				rows={items}
				keyOf={({ uid, at }) => `${uid} ${at}`}
				emptyText={texts.empty}
				error={error ? messageOf(error, texts.failed) : undefined}
				onRetry={retry}
				more={more}
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
