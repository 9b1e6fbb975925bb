import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { CallError, type CallErrorCode } from '../../contract/errors.ts';

export default function Queries() {
	const [queries] = useState(createQueryClient);
	useEffect(() => () => queries.clear(), [queries]);
	return (
		<QueryClientProvider client={queries}>
			<Outlet />
		</QueryClientProvider>
	);
}

const worthAnotherTry: readonly CallErrorCode[] = ['internal', 'unavailable', 'unknown', 'deadline-exceeded'];

function createQueryClient(): QueryClient {
	return new QueryClient({
		defaultOptions: {
			queries: {
				// Without a network a request fails and says so; the default would wait without a word.
				networkMode: 'always',
				// What a page shows is asked for whenever it opens: it may have changed behind its back.
				staleTime: 0,
				retry: (failures, error) => failures < 1 && error instanceof CallError && worthAnotherTry.includes(error.code),
			},
			mutations: { networkMode: 'always' },
		},
	});
}
