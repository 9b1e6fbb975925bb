import { useCallback } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { useRequest } from '../../lib/calls/use-request.ts';
import { fetchAccount } from '../sign-in/sign-in-requests.ts';

export function useAccount(uid: string | undefined): AccountAnswer | undefined {
	const request = useCallback(async () => (uid === undefined ? undefined : fetchAccount()), [uid]);
	return useRequest(request).answer;
}
