import type { OfferHistoryItem } from '../../contract/offerwalls/history.ts';
import { formatAmount, language } from '../lib/format/formats.ts';
import { m } from '../texts/messages.js';
import { Badge } from '../ui/basics.tsx';
import type { Column } from '../ui/list/list-table.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

const kindLabels: Partial<Record<OfferHistoryItem['kind'], string>> = {
	reversal: m.earn_taken_back_by_the_partner(),
	bonus: m.earn_bonus(),
	promotion: m.earn_promo_code(),
	adjustment: m.earn_adjustment(),
	imported: m.earn_previous_site(),
};

export const offerColumns: Column<OfferHistoryItem>[] = [
	{
		title: m.common_offerwall(),
		width: 'w-[20%]',
		phone: 'max-md:col-start-1 max-md:row-start-2 max-md:text-sm max-md:text-soft',
		cell: (item) => <bdi>{item.earning_source ?? '-'}</bdi>,
	},
	{
		title: m.earn_offer_name(),
		width: 'w-[41%]',
		phone: 'max-md:col-start-1 max-md:row-start-1 max-md:font-medium',
		cell: (item) => (
			<span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 [overflow-wrap:anywhere]">
				<bdi>{nameOf(item)}</bdi>
				<KindBadge item={item} />
			</span>
		),
	},
	{
		title: m.earn_reward(),
		width: 'w-[17%]',
		phone: 'max-md:col-start-2 max-md:row-start-1',
		isNumber: true,
		cell: (item) => <span className={item.amount < 0 ? 'text-danger' : undefined}>{formatAmount(item.amount)}</span>,
	},
	{
		title: m.earn_date_completed(),
		width: 'w-[20%]',
		phone: 'max-md:col-start-2 max-md:row-start-2 max-md:text-end max-md:text-sm max-md:text-soft',
		cell: (item) => <TimeAgo timeMs={item.timestamp} />,
	},
];

export const isImported = ({ kind, wall_id }: OfferHistoryItem) =>
	kind === 'imported' || (kind === 'pending' && wall_id === null);

function nameOf(item: OfferHistoryItem): string {
	return item.name ?? (isImported(item) && item.earning_source === null ? m.earn_brought_over() : '-');
}

function KindBadge({ item }: { item: OfferHistoryItem }) {
	if (item.kind === 'pending') {
		const until = item.pending_until === null ? undefined : new Date(item.pending_until).toLocaleDateString(language);
		return <Badge tone="waiting">{until ? m.earn_on_hold_until({ until }) : m.earn_on_hold()}</Badge>;
	}
	const label = kindLabels[item.kind];
	return label ? <Badge tone={item.kind === 'reversal' ? 'bad' : 'plain'}>{label}</Badge> : null;
}
