import type { Bearer } from '../../lib/calls/authorised-fetch.ts';
import type { Store, WritableStore } from '../../lib/store.ts';
import { type Arrival, createArrival } from '../hand-off/arrival.ts';
import { createHandOff } from '../hand-off/hand-off.ts';
import { AuthError, type AuthRequests, type PasswordOutcome, type SecondFactor } from './auth-requests.ts';
import type { AuthState, Farewell, SessionHint } from './auth-state.ts';
import { type AccessToken, createTokenKeeper, type TokenKeeper } from './token-keeper.ts';

type EndingDeps = {
	state: WritableStore<AuthState>;
	hint: SessionHint;
	forgetToken(): void;
	notifyOthers(farewell: Farewell): void;
};

function createEnding({ state, hint, forgetToken, notifyOthers }: EndingDeps) {
	function becomeGuest(farewell?: Farewell): void {
		forgetToken();
		hint.clear();
		if (state.get().kind === 'signed-in') state.set(farewell ? { kind: 'guest', farewell } : { kind: 'guest' });
	}

	function end(farewell: Farewell): void {
		if (state.get().kind === 'signed-in') notifyOthers(farewell);
		becomeGuest(farewell);
	}

	function leaveAfter({ code, message }: AuthError): void {
		if (code === 'auth/user-disabled') end({ kind: 'banned', message });
		if (code === 'auth/user-token-expired') end({ kind: 'ended' });
		if (code === 'auth/too-young') {
			notifyOthers({ kind: 'ended' });
			becomeGuest();
		}
	}

	return {
		becomeGuest,
		end,
		onFarewell(farewell: Farewell): void {
			becomeGuest(farewell);
			// The cleared session hint may arrive from the other tab before the reason.
			if (state.get().kind === 'guest') state.set({ kind: 'guest', farewell });
		},
		async asOwner<Result>(action: () => Promise<Result>): Promise<Result> {
			try {
				return await action();
			} catch (error) {
				if (error instanceof AuthError) leaveAfter(error);
				throw error;
			}
		},
	};
}

export type SessionDeps = {
	state: WritableStore<AuthState>;
	requests: AuthRequests;
	verifyWebSession(token: string): Promise<{ token: string }>;
	isOfAnother(handOffToken: string): Promise<boolean>;
	hint: SessionHint;
	notifyOthers(farewell: Farewell): void;
	isPersonActing?(): boolean;
	now(): number;
	warn(message: string, error: unknown): void;
};

export type SessionDoor = Arrival & {
	readonly state: Store<AuthState>;
	signInWithPassword(email: string, password: string): Promise<PasswordOutcome>;
	giveSecondFactor(factor: SecondFactor): Promise<void>;
	enter(): Promise<void>;
	/** Signs out if the account or session is gone (specification section 8). */
	asOwner<Result>(action: () => Promise<Result>): Promise<Result>;
	signOut(): Promise<void>;
};

export type Session = SessionDoor & {
	readonly bearer: Bearer;
	onWake(): void;
	onFarewell(farewell: Farewell): void;
	unusedHandOff(): { token: string; untilMs: number } | undefined;
	onShownAgain(): Promise<void>;
};

export function createSession(deps: SessionDeps): Session {
	const { state, requests, hint, warn } = deps;
	const { becomeGuest, end, onFarewell, asOwner } = createEnding({ ...deps, forgetToken: () => tokens.forget() });
	const tokens = createTokenKeeper({
		...deps,
		requestToken: requests.accessToken,
		onGone: () => end({ kind: 'ended' }),
	});

	async function readState(): Promise<AuthState> {
		// For a guest, a refused request would appear as a console error.
		if (!hint.isSet()) return { kind: 'guest' };
		try {
			const token = await tokens.current();
			return token ? { kind: 'signed-in', uid: token.uid, handOff: 'none' } : { kind: 'guest' };
		} catch (error) {
			tokens.forget();
			warn('the session could not be read', error);
			return unreachable(error);
		}
	}

	async function enter(cameBy: 'none' | 'used' | 'ignored'): Promise<void> {
		tokens.forget();
		const token = await tokens.current();
		if (!token) throw new AuthError('auth/invalid-user-token', '');
		state.set({ kind: 'signed-in', uid: token.uid, handOff: cameBy });
	}

	async function enterAnew(): Promise<void> {
		try {
			await enter('none');
		} catch (error) {
			// The session exists; the sign-in must not look failed.
			if (!(error instanceof AuthError) || error.code !== 'auth/network-request-failed') throw error;
			tokens.forget();
			state.set(unreachable(error));
		}
		hint.set();
	}

	const handOff = createHandOff({ ...deps, signInWithCustomToken: requests.signInWithCustomToken });
	const arrival = createArrival({
		...deps,
		handOff,
		readState,
		enter,
		endSession: requests.signOut,
		forgetAccessToken: () => tokens.forget(),
	});

	async function followWake(): Promise<void> {
		if (!hint.isSet()) return becomeGuest();
		if (state.get().kind === 'exchanging') return;
		await enter('none').catch((error) => warn('the session of another tab could not be read', error));
	}

	return {
		state,
		bearer: bearerFrom(tokens, { state, end }),
		...arrival,
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
		unusedHandOff: () => (state.get().kind === 'signed-in' ? undefined : handOff.unused()),
		onShownAgain: followWake,
	};
}

function unreachable(error: unknown): AuthState {
	const isThere = error instanceof AuthError && error.wasAnswered;
	return { kind: 'unreachable', ...(isThere && { isThere }) };
}

function bearerFrom(
	tokens: TokenKeeper,
	{ state, end }: { state: WritableStore<AuthState>; end: (farewell: Farewell) => void },
): Bearer {
	/** If the cookie belongs to another user now, switches to them without sending the pending request. */
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
