import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallName, CallPayload, CallResult } from '../../contract/calls.ts';
import { useCall } from '../lib/clients.tsx';

export type AdminUser = CallResult<'adminGetUser'>;

/** One user, as of now. */
export function useUser(uid: string) {
	const call = useCall();
	return useQuery({
		queryKey: ['admin', 'user', uid],
		queryFn: ({ signal }) => call('adminGetUser', { uid }, signal),
	});
}

/** Calls as an admin; what the admin area shows is then read again, for a deed may show in many places. */
export function useDeed() {
	const call = useCall();
	const queries = useQueryClient();
	return async <Name extends CallName>(name: Name, payload: CallPayload<Name>): Promise<CallResult<Name>> => {
		try {
			return await call(name, payload);
		} finally {
			// Also after a refusal: it may be the page that was out of date.
			void queries.invalidateQueries({ queryKey: ['admin'] });
		}
	};
}
