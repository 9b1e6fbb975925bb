import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CallName, CallPayload, CallResult } from '../../../contract/calls.ts';
import { useCall } from './clients.tsx';

const SLOW_AFTER_MS = 8_000;

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

/** Becomes true when the component has waited for an answer this long. */
export function useIsSlow(): boolean {
	const [isSlow, setSlow] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
		return () => clearTimeout(timer);
	}, []);
	return isSlow;
}
