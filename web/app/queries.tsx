import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { MINUTE_MS } from '../../contract/durations.ts';
import { CallError, type CallErrorCode } from '../../contract/errors.ts';
import { isUnavailable } from '../lib/calls/refusal.ts';

export function Queries({ gcTime = 5 * MINUTE_MS, children }: { gcTime?: number; children: ReactNode }) {
	const [queries] = useState(() => createQueryClient(gcTime));
	useEffect(() => () => queries.clear(), [queries]);
	return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

/** Covers a database failover of about ten seconds. */
const TRIES_WHILE_UNAVAILABLE = 8;
const NEXT_TRY_MS_MAX = 4_000;

const retryableCodes: readonly CallErrorCode[] = ['internal', 'unavailable', 'unknown', 'deadline-exceeded'];

function createQueryClient(gcTime: number): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				networkMode: 'always',
				staleTime: 0,
				gcTime,
				retry: (failures, error) => failures < triesAfter(error),
				retryDelay: (failures) => Math.min(1_000 * 2 ** failures, NEXT_TRY_MS_MAX),
			},
			mutations: { networkMode: 'always' },
		},
	});
}

function triesAfter(error: Error): number {
	if (isUnavailable(error)) return TRIES_WHILE_UNAVAILABLE;
	return error instanceof CallError && retryableCodes.includes(error.code) ? 1 : 0;
}
