import type { WritableStore } from '../../lib/store.ts';
import { AuthError } from './auth-requests.ts';
import type { AuthState, Farewell, SessionHint } from './auth-state.ts';

type EndingDeps = {
	state: WritableStore<AuthState>;
	hint: SessionHint;
	forgetToken(): void;
	notifyOthers(farewell: Farewell): void;
};

export function createEnding({ state, hint, forgetToken, notifyOthers }: EndingDeps) {
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
