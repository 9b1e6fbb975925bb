import type { AuthState, SessionHint } from '../accounts/session/auth-state.ts';
import { carriedToken } from '../accounts/session/carried-token.ts';
import type { SessionDoor } from '../accounts/session/session.ts';
import { googleRound } from '../accounts/sign-in/google-round.ts';
import { attempt } from '../lib/attempt.ts';
import type { Clients } from '../lib/calls/clients.tsx';
import type { DataClient } from '../lib/calls/data-client.ts';
import { forgetSession } from '../lib/kept-for-session.ts';
import { createStore } from '../lib/store.ts';

/** Who is looking, and the doors to what talks to the server, loaded for whoever may be signed in: guests go without. */

const HINT_KEY = 'session';

/** A browser that refuses local storage simply remembers nothing. */
export const sessionHint: SessionHint = {
	isSet: () => attempt(() => localStorage.getItem(HINT_KEY) !== null) ?? false,
	// Another value each time, so that the other tabs also hear of a sign-in that follows on another.
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
/** The data client of whoever is signed in. It ends with the session. */
export const signedInData = createStore<DataClient | undefined>(undefined);

const load = () => import('./clients.ts');

export const session: SessionDoor = {
	state: authState,
	start: async (handOffToken) => (await load()).session.start(handOffToken),
	switchAccount: async () => (await load()).session.switchAccount(),
	// Whoever arrives has loaded them.
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

/** Finds out who is looking, and follows what other tabs do. Resolves when the first answer is known. */
export async function meetVisitor(tokenInAddress: string | undefined): Promise<void> {
	const carried = carriedToken.take(Date.now());
	const handOffToken = tokenInAddress ?? carried;
	addEventListener('storage', async (event) => {
		if (event.key === HINT_KEY || event.key === null) (await load()).session.onWake();
	});
	// Google has brought the visitor back, and not to say why it did not work.
	if (googleRound.end() && !new URLSearchParams(location.search).has('error')) sessionHint.set();
	if (handOffToken === undefined && !sessionHint.isSet()) authState.set({ kind: 'guest' });
	else await session.start(handOffToken);
}
