import { useEffect, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { fetchAccount } from '../sign-in/sign-in-requests.ts';

export function useAccount(uid: string | undefined): AccountAnswer | undefined {
	const [account, setAccount] = useState<AccountAnswer>();
	useEffect(() => {
		if (uid === undefined) return;
		let isWanted = true;
		fetchAccount().then(
			(answer) => isWanted && setAccount(answer),
			(error) => console.warn('the account could not be read', error),
		);
		return () => {
			isWanted = false;
			setAccount(undefined);
		};
	}, [uid]);
	return account;
}
