import { useQueryClient } from '@tanstack/react-query';
import { HISTORY_PAGE_SIZE } from '../../../contract/limits.ts';
import type { WithdrawHistoryItem } from '../../../contract/withdrawals/withdrawals.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { takeLive } from '../../lib/refetch-query.ts';
import { type History, type LoadedPages, useLiveHistory, withLiveItem } from '../../lib/use-history.ts';
import { WITHDRAW_HISTORY } from '../query-keys.ts';

export function useWithdrawHistory(): History<WithdrawHistoryItem> {
	const call = useCall();
	const queries = useQueryClient();
	return useLiveHistory(
		WITHDRAW_HISTORY,
		(cursor, signal) => call('getWithdrawHistory', { limit: HISTORY_PAGE_SIZE, cursor }, signal),
		(event) => {
			if (event.kind !== 'withdrawal') return;
			takeLive<LoadedPages<WithdrawHistoryItem>>(queries, WITHDRAW_HISTORY, (loaded) =>
				withLiveItem(loaded, event.item),
			);
		},
	);
}
