import { useQueryClient } from '@tanstack/react-query';
import { HISTORY_PAGE_SIZE } from '../../../contract/limits.ts';
import type { WithdrawHistoryItem } from '../../../contract/withdrawals/withdrawals.ts';
import { useLiveEvent } from '../../lib/calls/clients.tsx';
import { failureInWords } from '../../lib/format/failure.ts';
import { formatAmount } from '../../lib/format/formats.ts';
import { part } from '../../lib/optional.ts';
import { takeLive } from '../../lib/refetch-query.ts';
import { type History, type LoadedPages, rowsOf, useCallPages, withLiveItem } from '../../lib/use-history.ts';
import { m } from '../../texts/messages.js';
import { Page } from '../../ui/basics.tsx';
import { HistoryTabs } from '../../ui/history/history-tabs.tsx';
import { HistoryTable } from '../../ui/list/history-table.tsx';
import type { Column } from '../../ui/list/list-table.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { WITHDRAW_HISTORY } from '../query-keys.ts';
import { ScreenedUntil, WithdrawStatus } from './withdraw-status.tsx';

function useWithdrawHistory(): History<WithdrawHistoryItem> {
	const queries = useQueryClient();
	useLiveEvent((event) => {
		if (event.kind !== 'withdrawal') return;
		takeLive<LoadedPages<WithdrawHistoryItem>>(queries, WITHDRAW_HISTORY, (loaded) => withLiveItem(loaded, event.item));
	});
	return useCallPages('getWithdrawHistory', { limit: HISTORY_PAGE_SIZE }, { queryKey: WITHDRAW_HISTORY });
}

const WithdrawalLife = part(() => import('./withdrawal-life.tsx'), 'WithdrawalLife');

const columns: Column<WithdrawHistoryItem>[] = [
	{
		title: m.withdraw_id(),
		width: 'w-[32%]',
		phone: 'max-md:col-span-2 max-md:row-start-3 max-md:text-sm max-md:text-soft',
		isLabelledOnPhone: true,
		cell: (item) => (
			<>
				<span className="font-mono text-[0.8125rem] [overflow-wrap:anywhere] select-all">
					{item.order_id ?? item.id}
				</span>
				{item.failed_because && (
					<span className="mt-1 block text-sm text-soft">{failureInWords(item.failed_because)}</span>
				)}
			</>
		),
	},
	{
		title: m.common_amount(),
		width: 'w-[17%]',
		phone: 'max-md:col-start-1 max-md:row-start-1 max-md:text-start max-md:text-lg',
		isNumber: true,
		cell: (item) => formatAmount(item.amount),
	},
	{
		title: m.withdraw_status(),
		width: 'w-[17%]',
		phone: 'max-md:col-start-2 max-md:row-start-1 max-md:text-end',
		cell: ({ status, screened_until }) => (
			<>
				<WithdrawStatus status={status} />
				{screened_until && (
					<span className="mt-1 block text-xs text-soft">
						<ScreenedUntil untilMs={screened_until} />
					</span>
				)}
			</>
		),
	},
	{
		title: m.withdraw_refunded(),
		width: 'w-[14%]',
		phone: 'max-md:col-start-1 max-md:row-start-2 max-md:text-sm max-md:text-soft',
		isLabelledOnPhone: true,
		cell: (item) => (item.is_refunded ? m.common_yes() : m.common_no()),
	},
	{
		title: m.withdraw_created(),
		width: 'w-[20%]',
		phone: 'max-md:col-start-2 max-md:row-start-2 max-md:text-end max-md:text-sm max-md:text-soft',
		cell: (item) => <TimeAgo timeMs={item.created_at} />,
	},
];

export default function WithdrawHistoryPage() {
	const history = useWithdrawHistory();
	return (
		<Page
			title={m.common_withdraw_history()}
			lead={m.withdraw_every_withdrawal_and_where()}
			next={{ to: '/withdraw', label: m.common_withdraw_currency() }}
		>
			<HistoryTabs />
			<HistoryTable
				{...rowsOf(history, m.withdraw_failed_to_load_withdraw_history())}
				caption={m.withdraw_withdraw_history()}
				columns={columns}
				emptyText={m.withdraw_no_withdraw_history_found()}
				detail={(item) => <WithdrawalLife item={item} />}
			/>
		</Page>
	);
}
