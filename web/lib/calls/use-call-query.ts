import {
	type QueryClient,
	type QueryKey,
	QueryObserver,
	type UseQueryOptions,
	useQuery,
	useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallName, CallPayload, CallResult } from '../../../contract/calls.ts';
import { useCall } from './clients.tsx';
import { firstData } from './first-data.ts';

const SLOW_AFTER_MS = 8_000;
/** Longer than the slowest phones need to show a page. */
const MOUNT_MS = 5_000;

type Options<Name extends CallName> = Omit<UseQueryOptions<CallResult<Name>>, 'queryFn'>;

export function useCallQuery<Name extends CallName>(
	name: Name,
	payload: CallPayload<Name>,
	options: Partial<Options<Name>> = {},
) {
	const call = useCall();
	const { queryKey = [name, payload] } = options;
	showFirst(useQueryClient(), queryKey, firstData.take(name, payload));
	return useQuery<CallResult<Name>>({ queryFn: ({ signal }) => call(name, payload, signal), ...options, queryKey });
}

/** Lets the first render of a query show `data`, and sends no request for it while the page mounts. */
export function showFirst(queries: QueryClient, queryKey: QueryKey, data: unknown): void {
	if (data === undefined) return;
	queries.setQueryData(queryKey, (loaded: unknown) => loaded ?? data, { updatedAt: Date.now() + MOUNT_MS });
	// Nothing else observes the query before the page has mounted, and old data is not kept.
	setTimeout(
		new QueryObserver(queries, { queryKey, enabled: false }).subscribe(() => {}),
		MOUNT_MS,
	);
}

/** Becomes true when the component has waited for an answer this long. */
export function useIsSlow(): boolean {
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
		return () => clearTimeout(timer);
	}, []);
	return isSlow;
}
