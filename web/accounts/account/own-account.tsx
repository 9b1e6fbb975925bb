import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { useReadAccount } from '../../lib/calls/clients.tsx';
import { type RequestState, useRequest } from '../../lib/calls/use-request.ts';
import { useAccountRequests } from './account-requests.ts';

type OwnAccount = RequestState<AccountAnswer> & { version: number };

const OwnAccountContext = createContext<OwnAccount | undefined>(undefined);

export function OwnAccountProvider({ children }: { children: ReactNode }) {
	const [version, setVersion] = useState(0);
	const loaded = useRequest(useReadAccount());
	const reload = async () => {
		setVersion((before) => before + 1);
		await loaded.reload();
	};
	return <OwnAccountContext value={{ ...loaded, reload, version }}>{children}</OwnAccountContext>;
}

export function useOwnAccount(): OwnAccount {
	const account = use(OwnAccountContext);
	if (!account) throw new Error('no provider of the own account above this component');
	return account;
}

export function useOwnSessions() {
	const { listSessions } = useAccountRequests();
	const { version } = useOwnAccount();
	const loaded = useRequest(listSessions);
	const { reload } = loaded;
	useEffect(() => {
		if (version > 0) void reload();
	}, [version, reload]);
	return loaded;
}
