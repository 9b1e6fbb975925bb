import { useQuery } from '@tanstack/react-query';
import type { CallResult } from '../../contract/calls.ts';
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
