import { useQueryClient } from '@tanstack/react-query';
import type { CallResult } from '../../contract/calls.ts';
import { useLiveEvent } from '../lib/calls/clients.tsx';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { refetchQuery } from '../lib/refetch-query.ts';

export type PendingRewards = CallResult<'getPendingRewards'>;

const queryKey = ['pending-rewards'];

export function usePendingRewards(): PendingRewards | undefined {
	const queries = useQueryClient();
	useLiveEvent((event) => {
		if (event.kind === 'offer') void refetchQuery(queries, queryKey);
	});
	return useCallQuery('getPendingRewards', null, { queryKey }).data;
}
