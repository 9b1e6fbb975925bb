import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import type { UserDocument } from '../../../contract/accounts/profiles.ts';
import { createStore, useStoreInPieces } from '../store.ts';
import type { Call } from './call.ts';
import type { Connectivity, DataClient, LiveEvent, UserDocumentState } from './data-client.ts';
import type { ReadData } from './read-data.ts';

export type Clients = {
	call: Call;
	data: DataClient | undefined;
	/** The last known record after the session ended, for a page that stays open. */
	lastUser?: DataClient['user'];
	readData: ReadData;
	readOwnRecord(): Promise<UserDocument>;
	/** `pausedText` is null unless withdrawals are paused. */
	readAccount(): Promise<AccountAnswer & { pausedText: string | null }>;
	/** Rejects if the server was not reached; the session then continues. */
	signOut(): Promise<void>;
};

const ClientsContext = createContext<Clients | undefined>(undefined);

export function ClientsProvider({ clients, children }: { clients: Clients; children: ReactNode }) {
	return <ClientsContext value={clients}>{children}</ClientsContext>;
}

export function KeepLastUser({ children }: { children: ReactNode }) {
	const clients = useClients();
	const [lastUser, setLastUser] = useState(clients.data?.user);
	if (clients.data && clients.data.user !== lastUser) setLastUser(clients.data.user);
	const stable = useMemo(() => (lastUser ? { ...clients, lastUser } : clients), [clients, lastUser]);
	return <ClientsContext value={stable}>{children}</ClientsContext>;
}

function useClients(): Clients {
	const clients = use(ClientsContext);
	if (!clients) throw new Error('no ClientsProvider above this component');
	return clients;
}

export const useCall = (): Call => useClients().call;

export function useReloadUser(): () => void {
	const data = useDataClient();
	return () => data?.reload();
}

export const useReadData = (): ReadData => useClients().readData;

export const useReadOwnRecord = (): Clients['readOwnRecord'] => useClients().readOwnRecord;

export const useReadAccount = (): Clients['readAccount'] => useClients().readAccount;

export const useSignOut = (): Clients['signOut'] => useClients().signOut;

export const useDataClient = (): DataClient | undefined => useClients().data;

const loading: UserDocumentState = { kind: 'loading' };
const signedOut = { user: createStore<UserDocumentState>(loading), connectivity: createStore<Connectivity>('Unknown') };

export function useUserDocument(): UserDocumentState {
	const { data, lastUser } = useClients();
	return useStoreInPieces(data?.user ?? lastUser ?? signedOut.user);
}

export const useConnectivity = (): Connectivity => useStoreInPieces((useDataClient() ?? signedOut).connectivity);

export function useLiveEvent(listener: (event: LiveEvent) => void): void {
	const data = useDataClient();
	const onEvent = useEffectEvent(listener);
	useEffect(() => data?.onLiveEvent((event) => onEvent(event)), [data]);
}
