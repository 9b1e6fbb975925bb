import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react';
import type { UserDocument } from '../../../contract/accounts/profiles.ts';
import { createStore, useStoreInPieces } from '../store.ts';
import type { Call } from './call.ts';
import type { Connectivity, DataClient, LiveEvent, UserDocumentState } from './data-client.ts';
import type { ReadData } from './read-data.ts';

export type Clients = {
	call: Call;
	data: DataClient | undefined;
	readData: ReadData;
	/** Reads the record of whoever is signed in now, also right after signing in. */
	readOwnRecord(): Promise<UserDocument>;
	/** Why withdrawals are paused for whoever is signed in; null when they are not. */
	readPause(): Promise<string | null>;
	/** Ends the session, in every tab. Rejects when the server did not hear of it; then it goes on. */
	signOut(): Promise<void>;
};

const ClientsContext = createContext<Clients | undefined>(undefined);

export function ClientsProvider({ clients, children }: { clients: Clients; children: ReactNode }) {
	return <ClientsContext value={clients}>{children}</ClientsContext>;
}

function useClients(): Clients {
	const clients = use(ClientsContext);
	if (!clients) throw new Error('no ClientsProvider above this component');
	return clients;
}

export function useCall(): Call {
	return useClients().call;
}

export function useReadData(): ReadData {
	return useClients().readData;
}

export function useReadOwnRecord(): Clients['readOwnRecord'] {
	return useClients().readOwnRecord;
}

export function useReadPause(): Clients['readPause'] {
	return useClients().readPause;
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
	return useStoreInPieces((useDataClient() ?? nobody).user);
}

export function useConnectivity(): Connectivity {
	return useStoreInPieces((useDataClient() ?? nobody).connectivity);
}

export function useLiveEvent(listener: (event: LiveEvent) => void): void {
	const data = useDataClient();
	const onEvent = useEffectEvent(listener);
	useEffect(() => data?.onLiveEvent((event) => onEvent(event)), [data]);
}
