import { useQuery } from '@tanstack/react-query';
import type { CallName, CallPayload, CallResult } from '../../contract/calls.ts';
import { useCall } from '../lib/clients.tsx';
import { messageOf } from '../lib/refusal.ts';

/** What an admin's call answers, read again when a deed may have changed it. */
export function useAdminQuery<Name extends CallName>(
	name: Name,
	payload: CallPayload<Name>,
	{ failed }: { failed: string },
): { data: CallResult<Name> | undefined; error: string | undefined; retry: () => void } {
	const call = useCall();
	const query = useQuery({
		queryKey: ['admin', name, payload],
		queryFn: ({ signal }) => call(name, payload, signal),
	});
	return {
		data: query.data as CallResult<Name> | undefined,
		error: query.error ? messageOf(query.error, failed) : undefined,
		retry: () => void query.refetch(),
	};
}
