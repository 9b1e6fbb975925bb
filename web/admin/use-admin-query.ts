import { useQuery } from '@tanstack/react-query';
import type { CallName, CallPayload, CallResult } from '../../contract/calls.ts';
import { CallError } from '../../contract/errors.ts';
import { useCall } from '../lib/calls/clients.tsx';
import { isForeign, messageOf } from '../lib/calls/refusal.ts';
import { isDialogOpen } from '../ui/dialog.tsx';

/** What an admin's call answers, read again when an action may have changed it, and every `everyMs`. */
export function useAdminQuery<Name extends CallName>(
	name: Name,
	payload: CallPayload<Name>,
	{ failed }: { failed: string },
	{ everyMs }: { everyMs?: number } = {},
): {
	data: CallResult<Name> | undefined;
	error: string | undefined;
	/** There is no such thing: asking again cannot help. */
	isMissing: boolean;
	retry: () => Promise<unknown>;
} {
	const call = useCall();
	const query = useQuery({
		queryKey: ['admin', name, payload],
		queryFn: ({ signal }) => call(name, payload, signal),
		// Coming back with what was copied elsewhere must not take away the very form that it is for.
		refetchOnWindowFocus: () => !isDialogOpen(),
		...(everyMs && { refetchInterval: everyMs }),
	});
	return {
		data: query.data as CallResult<Name> | undefined,
		error: query.error ? messageOf(query.error, failed) : undefined,
		isMissing: query.error instanceof CallError && query.error.code === 'not-found' && !isForeign(query.error),
		retry: () => query.refetch(),
	};
}
