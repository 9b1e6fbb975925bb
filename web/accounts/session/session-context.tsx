import { createContext, use } from 'react';
import { useStore } from '../../lib/store.ts';
import type { AuthState } from './auth-state.ts';
import type { SessionDoor } from './session.ts';

export const SessionContext = createContext<SessionDoor | undefined>(undefined);

export function useSession(): SessionDoor {
	const session = use(SessionContext);
	if (!session) throw new Error('no session above this component');
	return session;
}

const beforeStart: AuthState = { kind: 'unknown' };

export const useAuth = (): AuthState => useStore(useSession().state, beforeStart);
