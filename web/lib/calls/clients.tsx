import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { UserDocument } from '../../../contract/accounts/profiles.ts';
import { createStore, useStoreInPieces } from '../store.ts';
import type { Call } from './call.ts';
import type { Connectivity, DataClient, LiveEvent, UserDocumentState } from './data-client.ts';
import type { ReadData } from './read-data.ts';

export type Clients = {
	call: Call;
	data: DataClient | undefined;
	/** The record of somebody whose session has ended, as it was last seen, for a page that stays open. */
	lastUser?: DataClient['user'];
	readData: ReadData;
	/** Reads the record of whoever is signed in now, also right after signing in. */
	readOwnRecord(): Promise<UserDocument>;
	/** Reads the account of whoever is signed in. `pausedWhy`: why withdrawals are paused, null when they are not. */
	readAccount(): Promise<{ emailVerified: boolean; pausedWhy: string | null }>;
	/** Ends the session, in every tab. Rejects when the server did not hear of it; then it goes on. */
	signOut(): Promise<void>;
};

const ClientsContext = createContext<Clients | undefined>(undefined);

export function ClientsProvider({ clients, children }: { clients: Clients; children: ReactNode }) {
	return <ClientsContext value={clients}>{children}</ClientsContext>;
}

/** Around a page that stays open when the session ends: it goes on showing the record that it had. */
export function KeepLastUser({ children }: { children: ReactNode }) {
	const clients = useClients();
	const [lastUser, setLastUser] = useState(clients.data?.user);
	if (clients.data && clients.data.user !== lastUser) setLastUser(clients.data.user);
	const kept = useMemo(() => (lastUser ? { ...clients, lastUser } : clients), [clients, lastUser]);
	return <ClientsContext value={kept}>{children}</ClientsContext>;
}

function useClients(): Clients {
	const clients = use(ClientsContext);
	if (!clients) throw new Error('no ClientsProvider above this component');
	return clients;
}

export function useCall(): Call {
	return useClients().call;
}

/** Asks for the user record again, after its reading has failed. */
export function useReloadUser(): () => void {
	const data = useDataClient();
	return () => data?.reload();
}

export function useReadData(): ReadData {
	return useClients().readData;
}

export function useReadOwnRecord(): Clients['readOwnRecord'] {
	return useClients().readOwnRecord;
}

export function useReadAccount(): Clients['readAccount'] {
	return useClients().readAccount;
}

export function useSignOut(): Clients['signOut'] {
	return useClients().signOut;
}

export function useDataClient(): DataClient | undefined {
	return useClients().data;
}

const loading: UserDocumentState = { kind: 'loading' };
const nobody = { user: createStore<UserDocumentState>(loading), connectivity: createStore<Connectivity>('Unknown') };

export function useUserDocument(): UserDocumentState {
	const { data, lastUser } = useClients();
	return useStoreInPieces(data?.user ?? lastUser ?? nobody.user);
}

export function useConnectivity(): Connectivity {
	return useStoreInPieces((useDataClient() ?? nobody).connectivity);
}

export function useLiveEvent(listener: (event: LiveEvent) => void): void {
	const data = useDataClient();
	const onEvent = useEffectEvent(listener);
	useEffect(() => data?.onLiveEvent((event) => onEvent(event)), [data]);
}
