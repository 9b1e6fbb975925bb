import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { CallName, CallPayload, CallResult } from '../../../contract/calls.ts';
import { useCall } from './clients.tsx';

type Options<Name extends CallName> = Omit<UseQueryOptions<CallResult<Name>>, 'queryFn'>;

export function useCallQuery<Name extends CallName>(
	name: Name,
	payload: CallPayload<Name>,
	options: Partial<Options<Name>> = {},
) {
	const call = useCall();
	return useQuery<CallResult<Name>>({
		queryKey: [name, payload],
		queryFn: ({ signal }) => call(name, payload, signal),
		...options,
	});
}
