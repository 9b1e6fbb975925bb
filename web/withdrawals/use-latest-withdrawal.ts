import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { WithdrawHistoryItem } from '../../contract/withdrawals/withdrawals.ts';
import { useCall, useLiveEvent } from '../lib/calls/clients.tsx';
import { refetchQuery, takeLive } from '../lib/refetch-query.ts';
import { LATEST_ORDER, WITHDRAW_LIMITS } from './query-keys.ts';

/** @returns the newest withdrawal if open, or if it ended while this page was open. */
export function useLatestWithdrawal(): WithdrawHistoryItem | undefined {
	const call = useCall();
	const queries = useQueryClient();
	const openId = useRef<string>(undefined);
	const { data } = useQuery({
		queryKey: LATEST_ORDER,
		queryFn: async ({ signal }) => (await call('getWithdrawHistory', { limit: 1 }, signal)).items[0] ?? null,
	});
	useLiveEvent((event) => {
		if (event.kind !== 'withdrawal') return;
		takeLive<WithdrawHistoryItem | null>(queries, LATEST_ORDER, (latest) =>
			latest && latest.created_at > event.item.created_at ? latest : event.item,
		);
		void refetchQuery(queries, WITHDRAW_LIMITS);
	});
	if (!data) return undefined;
	if (data.status === 'Pending' || data.status === 'Processing') openId.current = data.id;
	return openId.current === data.id ? data : undefined;
}
