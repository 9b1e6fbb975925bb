import type { Bearer } from '../../lib/calls/authorised-fetch.ts';
import type { Store, WritableStore } from '../../lib/store.ts';
import type { AccessToken } from './access-token.ts';
import { AuthError, type AuthRequests, type PasswordOutcome, type SecondFactor } from './auth-requests.ts';
import type { AuthState, Farewell, SessionHint } from './auth-state.ts';
import { createEnding } from './farewell.ts';
import { createTokenKeeper, type TokenKeeper } from './token-keeper.ts';

export type SessionDeps = {
	state: WritableStore<AuthState>;
	requests: AuthRequests;
	verifyWebSession(token: string): Promise<{ token: string }>;
	hint: SessionHint;
	notifyOthers(farewell: Farewell): void;
	now(): number;
	warn(message: string, error: unknown): void;
};

export type SessionDoor = {
	readonly state: Store<AuthState>;
	/** Finds out who is signed in. Resolves at the first known state; an address token is exchanged after that. */
	start(handOffToken?: string): Promise<void>;
	/** Makes a new session, also when somebody is signed in already. @throws AuthError */
	signInWithPassword(email: string, password: string): Promise<PasswordOutcome>;
	/** The second step after `second-factor-wanted`, or of the present session. @throws AuthError */
	giveSecondFactor(factor: SecondFactor): Promise<void>;
	/** The browser has a new session, from sign-up for example: finds out whose it is. */
	enter(): Promise<void>;
	/** Does something to one's own account; signs out when account or session are gone (specification section 8). */
	asOwner<Result>(action: () => Promise<Result>): Promise<Result>;
	/** @throws AuthError when the server did not end the session; then it goes on. */
	signOut(): Promise<void>;
};

export type Session = SessionDoor & {
	readonly bearer: Bearer;
	onWake(): void;
	onFarewell(farewell: Farewell): void;
	/** The page is brought back as it was left, which may be long ago. Resolves when it is known whose it is now. */
	onShownAgain(): Promise<void>;
};

export function createSession({
	state,
	requests,
	verifyWebSession,
	hint,
	notifyOthers,
	now,
	warn,
}: SessionDeps): Session {
	const { becomeGuest, end, onFarewell, asOwner } = createEnding({
		state,
		hint,
		forgetToken: () => tokens.forget(),
		notifyOthers,
	});
	const onGone = () => end({ kind: 'ended' });
	const tokens = createTokenKeeper({ requestToken: requests.accessToken, onGone, now, warn });

	async function firstState(): Promise<AuthState> {
		// A guest is not asked for a token: the refusal would be an error in every visitor's console.
		if (!hint.isSet()) return { kind: 'guest' };
		try {
			const token = await tokens.current();
			return token ? { kind: 'signed-in', uid: token.uid, handOff: 'none' } : { kind: 'guest' };
		} catch (error) {
			tokens.forget();
			warn('the session could not be read', error);
			return { kind: 'unreachable' };
		}
	}

	async function exchange(handOffToken: string): Promise<void> {
		try {
			const { token } = await verifyWebSession(handOffToken);
			await requests.signInWithCustomToken(token);
			await enter('used');
			hint.set();
		} catch (error) {
			warn('the sign-in link was not accepted', error);
			await enterRemaining(error).catch(() => state.set({ kind: 'guest' }));
		}
	}

	/** The cookie may outlive what this browser remembers. Then the server has refused, and whoever is signed in stays so. */
	async function enterRemaining(refusal: unknown): Promise<void> {
		const isSomebodyIn = refusal instanceof AuthError && refusal.code === 'auth/operation-not-allowed';
		if (!isSomebodyIn) throw refusal;
		await enter('ignored');
		hint.set();
	}

	/** The browser has a new session: whose it is, its token says. */
	async function enter(handOff: 'none' | 'used' | 'ignored'): Promise<void> {
		tokens.forget();
		const token = await tokens.current();
		if (!token) throw new AuthError('auth/invalid-user-token', '');
		state.set({ kind: 'signed-in', uid: token.uid, handOff });
	}

	/** Goes on after a sign-in in this tab. The others are told, also when somebody else was signed in until now. */
	async function enterAnew(): Promise<void> {
		try {
			await enter('none');
		} catch (error) {
			// The session is there, only its owner is not known yet: what the person did must not look as if it had failed.
			if (!(error instanceof AuthError) || error.code !== 'auth/network-request-failed') throw error;
			tokens.forget();
			state.set({ kind: 'unreachable' });
		}
		hint.set();
	}

	async function followWake(): Promise<void> {
		if (!hint.isSet()) return becomeGuest();
		if (state.get().kind === 'exchanging') return;
		await enter('none').catch((error) => warn('the session of another tab could not be read', error));
	}

	return {
		state,
		bearer: bearerFrom(tokens, { state, end }),
		async start(handOffToken) {
			const first = await firstState();
			if (handOffToken !== undefined && first.kind === 'guest') {
				state.set({ kind: 'exchanging' });
				void exchange(handOffToken);
			} else if (handOffToken !== undefined && first.kind === 'signed-in') {
				state.set({ ...first, handOff: 'ignored' });
			} else state.set(first);
		},
		async signInWithPassword(email, password) {
			const outcome = await requests.signInWithPassword(email, password);
			if (outcome === 'signed-in') await enterAnew();
			return outcome;
		},
		async giveSecondFactor(factor) {
			await asOwner(() => requests.giveSecondFactor(factor));
			await enterAnew();
		},
		enter: enterAnew,
		asOwner,
		async signOut() {
			await requests.signOut();
			becomeGuest();
		},
		onWake() {
			void followWake();
		},
		onFarewell,
		onShownAgain: followWake,
	};
}

function bearerFrom(
	tokens: TokenKeeper,
	{ state, end }: { state: WritableStore<AuthState>; end: (farewell: Farewell) => void },
): Bearer {
	/** The cookie may be somebody else's by now: this page becomes theirs, and nothing older is sent in their name. */
	function ownToken(token: AccessToken | undefined): string | undefined {
		const auth = state.get();
		if (!token || auth.kind !== 'signed-in') return undefined;
		if (token.uid === auth.uid) return token.token;
		state.set({ kind: 'signed-in', uid: token.uid, handOff: 'none' });
		return undefined;
	}
	return {
		current: async () => (state.get().kind === 'signed-in' ? ownToken(await tokens.current()) : undefined),
		replace: async (refused) => ownToken(await tokens.replace(refused)),
		giveUp: () => end({ kind: 'ended' }),
		shutOut: (message) => end({ kind: 'banned', message }),
	};
}
