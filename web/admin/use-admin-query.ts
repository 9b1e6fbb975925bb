import type { CallName, CallPayload, CallResult } from '../../contract/calls.ts';
import { CallError } from '../../contract/errors.ts';
import { isForeign, messageOf } from '../lib/calls/refusal.ts';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
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
	const query = useCallQuery(name, payload, {
		queryKey: ['admin', name, payload],
		// Coming back with what was copied elsewhere must not take away the very form that it is for.
		refetchOnWindowFocus: () => !isDialogOpen(),
		...(everyMs && { refetchInterval: everyMs }),
	});
	return {
		data: query.data,
		error: query.error ? messageOf(query.error, failed) : undefined,
		isMissing: query.error instanceof CallError && query.error.code === 'not-found' && !isForeign(query.error),
		retry: () => query.refetch(),
	};
}
