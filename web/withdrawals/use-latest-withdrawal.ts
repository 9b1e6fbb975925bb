import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CallResult } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import type { WithdrawHistoryItem } from '../../contract/withdrawals/withdrawals.ts';
import { useCall, useLiveEvent } from '../lib/calls/clients.tsx';
import { firstData } from '../lib/calls/first-data.ts';
import { showFirst } from '../lib/calls/use-call-query.ts';
import { refetchQuery, takeLive } from '../lib/refetch-query.ts';
import { LATEST_ORDER, WITHDRAW_LIMITS } from './query-keys.ts';

const FAILED_DAYS = 7;
const LATEST = { limit: 1 };
const latestIn = ({ items }: CallResult<'getWithdrawHistory'>) => items[0] ?? null;

/** @returns the newest withdrawal if it is open, ended while this page was open, or failed in the last days. */
export function useLatestWithdrawal(): WithdrawHistoryItem | undefined {
	const call = useCall();
	const queries = useQueryClient();
	const openId = useRef<string>(undefined);
	const [openedAtMs] = useState(Date.now);
	const first = firstData.take<CallResult<'getWithdrawHistory'>>('getWithdrawHistory', LATEST);
	showFirst(queries, LATEST_ORDER, first && latestIn(first));
	const { data } = useQuery({
		queryKey: LATEST_ORDER,
		queryFn: async ({ signal }) => latestIn(await call('getWithdrawHistory', LATEST, signal)),
	});
	useLiveEvent((event) => {
		if (event.kind !== 'withdrawal') return;
		takeLive<WithdrawHistoryItem | null>(queries, LATEST_ORDER, (latest) =>
			latest && latest.id !== event.item.id && latest.created_at > event.item.created_at ? latest : event.item,
		);
		void refetchQuery(queries, WITHDRAW_LIMITS);
	});
	if (!data) return undefined;
	if (data.status === 'Pending' || data.status === 'Processing') openId.current = data.id;
	const hasFailedLately = data.status === 'Failed' && data.created_at > openedAtMs - FAILED_DAYS * DAY_MS;
	return openId.current === data.id || hasFailedLately ? data : undefined;
}
