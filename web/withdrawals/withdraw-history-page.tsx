import { messages } from '../../contract/messages.ts';
import type { WithdrawalStatus, WithdrawHistoryItem } from '../../contract/withdrawals.ts';
import { formatAmount } from '../lib/amount.ts';
import { messageOf } from '../lib/refusal.ts';
import { words } from '../lib/words.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { type Column, HistoryTable } from '../ui/history-table.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { useWithdrawHistory } from './use-withdraw-history.ts';

const statusTones: Record<WithdrawalStatus, BadgeTone> = {
	Pending: 'waiting',
	Processing: 'waiting',
	Completed: 'good',
	Failed: 'bad',
};

const columns: Column<WithdrawHistoryItem>[] = [
	{
		title: 'ID',
		width: 'w-[32%]',
		phone: 'max-md:col-span-2 max-md:row-start-3 max-md:text-sm max-md:text-soft',
		isLabelledOnPhone: true,
		cell: (item) => (
			<span className="font-mono text-[0.8125rem] [overflow-wrap:anywhere] select-all">{item.order_id ?? item.id}</span>
		),
	},
	{
		title: 'Amount',
		width: 'w-[17%]',
		phone: 'max-md:col-start-1 max-md:row-start-1 max-md:text-left max-md:text-lg max-md:font-semibold',
		isNumber: true,
		cell: (item) => formatAmount(item.amount),
	},
	{
		title: 'Status',
		width: 'w-[17%]',
		phone: 'max-md:col-start-2 max-md:row-start-1 max-md:text-right',
		cell: (item) => <Badge tone={statusTones[item.status] ?? 'plain'}>{item.status}</Badge>,
	},
	{
		title: 'Refunded?',
		width: 'w-[14%]',
		phone: 'max-md:col-start-1 max-md:row-start-2 max-md:text-sm max-md:text-soft',
		isLabelledOnPhone: true,
		cell: (item) => (item.is_refunded ? 'Yes' : 'No'),
	},
	{
		title: 'Created',
		width: 'w-[20%]',
		phone: 'max-md:col-start-2 max-md:row-start-2 max-md:text-right max-md:text-sm max-md:text-soft',
		cell: (item) => <TimeAgo timeMs={item.created_at} />,
	},
];

export default function WithdrawHistoryPage() {
	const { items, error, retry, more } = useWithdrawHistory();
	return (
		<div className="mx-auto max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle>Withdraw History</PageTitle>
			<PageHeading
				lead="Every withdrawal and where it stands. A withdrawal that fails is returned to your balance."
				next={{ to: '/withdraw', label: `Withdraw ${words.currencyName}` }}
			>
				Withdraw History
			</PageHeading>
			<HistoryTable
				caption="Withdraw history"
				columns={columns}
				items={items}
				emptyText="No withdraw history found."
				error={error ? messageOf(error, messages.failedToLoadWithdrawHistory) : undefined}
				onRetry={retry}
				more={more}
			/>
		</div>
	);
}
