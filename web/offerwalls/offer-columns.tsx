import type { OfferHistoryItem } from '../../contract/offerwalls.ts';
import { formatAmount } from '../lib/amount.ts';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/history-table.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

const kindLabels: Partial<Record<OfferHistoryItem['kind'], string>> = {
	reversal: 'Taken back by the partner',
	bonus: 'Bonus',
	promotion: 'Promo code',
	adjustment: 'Adjustment',
};

/** How a line of the offer history reads, wherever it is shown. */
export const offerColumns: Column<OfferHistoryItem>[] = [
	{
		title: 'Offerwall',
		width: 'w-[21%]',
		phone: 'max-md:col-start-1 max-md:row-start-2 max-md:text-sm max-md:text-soft',
		cell: (item) => item.earning_source ?? '-',
	},
	{
		title: 'Offer name',
		width: 'w-[41%]',
		phone: 'max-md:col-start-1 max-md:row-start-1 max-md:font-medium',
		cell: (item) => (
			<span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
				{item.name ?? '-'}
				<KindBadge item={item} />
			</span>
		),
	},
	{
		title: 'Reward',
		width: 'w-[17%]',
		phone: 'max-md:col-start-2 max-md:row-start-1 max-md:font-semibold',
		isNumber: true,
		cell: (item) => <span className={item.amount < 0 ? 'text-danger' : undefined}>{formatAmount(item.amount)}</span>,
	},
	{
		title: 'Date completed',
		width: 'w-[21%]',
		phone: 'max-md:col-start-2 max-md:row-start-2 max-md:text-right max-md:text-sm max-md:text-soft',
		cell: (item) => <TimeAgo timeMs={item.timestamp} />,
	},
];

function KindBadge({ item }: { item: OfferHistoryItem }) {
	if (item.kind === 'pending') {
		const until = item.pending_until === null ? '' : ` until ${new Date(item.pending_until).toLocaleDateString('en')}`;
		return <Badge tone="waiting">On hold{until}</Badge>;
	}
	const label = kindLabels[item.kind];
	return label ? <Badge tone={item.kind === 'reversal' ? 'bad' : 'plain'}>{label}</Badge> : null;
}
