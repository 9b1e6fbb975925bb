import { carriedToken } from '../accounts/hand-off/carried-token.ts';
import type { AuthState, SessionHint } from '../accounts/session/auth-state.ts';
import type { SessionDoor } from '../accounts/session/session.ts';
import { googleRound } from '../accounts/sign-in/google-round.ts';
import { attempt } from '../lib/attempt.ts';
import type { Clients } from '../lib/calls/clients.tsx';
import type { DataClient } from '../lib/calls/data-client.ts';
import { orElse, part } from '../lib/optional.ts';
import { forgetSession } from '../lib/session-storage.ts';
import { createStore } from '../lib/store.ts';

const HINT_KEY = 'session';

export const sessionHint: SessionHint = {
	isSet: () => attempt(() => localStorage.getItem(HINT_KEY) !== null) ?? false,
	// A new value each time, so that other tabs also notice a repeated sign-in.
	set() {
		forgetSession();
		attempt(() => localStorage.setItem(HINT_KEY, String(Date.now())));
	},
	clear() {
		forgetSession();
		attempt(() => localStorage.removeItem(HINT_KEY));
	},
};

export const authState = createStore<AuthState>({ kind: 'unknown' });
export const signedInData = createStore<DataClient | undefined>(undefined);

/** Parts of the header, for signed-in people. */
export const Account = part(() => import('./account.tsx'), 'Account');
export const Navigation = part(() => import('./navigation.tsx'), 'Navigation');

const load = () => import('./clients.ts');

export const session: SessionDoor = {
	state: authState,
	start: async (handOffToken) => (await load()).session.start(handOffToken),
	switchAccount: async () => (await load()).session.switchAccount(),
	arrive: () => void load().then(({ session }) => session.arrive()),
	signInWithPassword: async (email, password) => (await load()).session.signInWithPassword(email, password),
	giveSecondFactor: async (factor) => (await load()).session.giveSecondFactor(factor),
	enter: async () => (await load()).session.enter(),
	asOwner: async (action) => (await load()).session.asOwner(action),
	signOut: async () => (await load()).session.signOut(),
};

export const doors: Omit<Clients, 'data'> = {
	call: async (name, payload, signal) => (await load()).call(name, payload, signal),
	readData: async (address, signal) => (await load()).readData(address, signal),
	readOwnRecord: async () => (await load()).readOwnRecord(),
	readAccount: async () => (await load()).readAccount(),
	signOut: session.signOut,
};

export async function meetVisitor(tokenInAddress: string | undefined): Promise<void> {
	const carried = carriedToken.take(Date.now());
	const handOffToken = tokenInAddress ?? carried;
	addEventListener('storage', async (event) => {
		if (event.key === HINT_KEY || event.key === null) (await load()).session.onWake();
	});
	if (googleRound.take() && !new URLSearchParams(location.search).has('error')) sessionHint.set();
	if (handOffToken === undefined && !sessionHint.isSet()) authState.set({ kind: 'guest' });
	else {
		for (const { preload } of [Account, Navigation]) orElse(preload(), null);
		await session.start(handOffToken);
	}
}
