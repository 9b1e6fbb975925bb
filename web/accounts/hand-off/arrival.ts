import type { WritableStore } from '../../lib/store.ts';
import type { AuthState, SessionHint } from '../session/auth-state.ts';
import { type HandOff, isRefusal } from './hand-off.ts';

const RETRY_MIN_MS = 1_000;
const RETRY_MAX_MS = 5_000;

export type ArrivalDeps = {
	state: WritableStore<AuthState>;
	handOff: HandOff;
	hint: SessionHint;
	/** Ignores a token in the URL. */
	readState(): Promise<AuthState>;
	enter(handOff: 'used' | 'ignored'): Promise<void>;
	endSession(): Promise<void>;
	forgetAccessToken(): void;
	warn(message: string, error: unknown): void;
};

export type Arrival = ReturnType<typeof createArrival>;

export function createArrival(deps: ArrivalDeps) {
	const { state, handOff, hint, readState } = deps;
	const exchanging = createExchange(deps);

	function follow(read: AuthState): void {
		if (read.kind !== 'signed-in') {
			settle(state, read);
			return;
		}
		const cameBy = exchanging.cameBy();
		state.set({ ...read, handOff: cameBy === 'ignored' ? 'none' : cameBy });
		if (cameBy === 'ignored') void noticeOther(read.uid);
	}

	async function noticeOther(uid: string): Promise<void> {
		const isOfAnother = await handOff.isOfAnother();
		const now = state.get();
		if (isOfAnother && now.kind === 'signed-in' && now.uid === uid) state.set({ ...now, handOff: 'ignored' });
	}

	async function look(): Promise<void> {
		const read = await readState();
		if (read.kind === 'guest' && handOff.isHeld()) await exchanging.exchange();
		else follow(read);
	}

	const keepTrying = createRetry({ ...deps, look, isPending: exchanging.isPending });

	return {
		/** The first call resolves once a state is known, later calls after the token exchange. */
		async start(handOffToken?: string): Promise<void> {
			if (handOffToken !== undefined) handOff.hold(handOffToken);
			const read = await readState();
			if (read.kind === 'guest' && handOff.isHeld()) {
				const isFirst = state.get().kind === 'unknown';
				if (isFirst) state.set({ kind: 'exchanging' });
				const exchanged = exchanging.exchange().then(() => void keepTrying());
				if (!isFirst) await exchanged;
			} else {
				follow(read);
				void keepTrying();
			}
		},
		async switchAccount() {
			await handOff.verify();
			await deps.endSession();
			deps.forgetAccessToken();
			state.set({ kind: 'exchanging' });
			await exchanging.exchange();
			if (state.get().kind === 'guest') hint.clear();
			void keepTrying();
		},
		arrive() {
			const auth = state.get();
			if (auth.kind === 'signed-in' && auth.handOff === 'used') state.set({ ...auth, handOff: 'none' });
		},
	};
}

/** Concurrent calls share one exchange, because a token works only once. */
function createExchange({ state, handOff, hint, enter, forgetAccessToken, warn }: ArrivalDeps) {
	/** True if the token has created a session whose user is not known yet. */
	let isUsed = false;
	let running: Promise<void> | undefined;

	async function exchangeOnce(): Promise<void> {
		try {
			const outcome = await handOff.redeem();
			hint.set();
			isUsed = outcome === 'used';
			await enter(outcome);
			isUsed = false;
		} catch (error) {
			const isOver = isRefusal(error);
			warn(isOver ? 'the sign-in link was not accepted' : 'the sign-in link could not be exchanged yet', error);
			if (!isOver) forgetAccessToken();
			settle(state, { kind: isOver ? 'guest' : 'unreachable' });
		}
	}

	return {
		exchange(): Promise<void> {
			running ??= exchangeOnce().finally(() => {
				running = undefined;
			});
			return running;
		},
		isPending: () => (handOff.isHeld() || isUsed) && handOff.isYoung(),
		cameBy(): 'none' | 'used' | 'ignored' {
			const by = isUsed ? 'used' : handOff.isHeld() ? 'ignored' : 'none';
			isUsed = false;
			return by;
		},
	};
}

type RetryDeps = Pick<ArrivalDeps, 'state' | 'hint'> & { look(): Promise<void>; isPending(): boolean };

/** Retries while the token may be valid. */
function createRetry({ state, hint, look, isPending }: RetryDeps): () => Promise<void> {
	let isTrying = false;
	const isUnreachable = () => state.get().kind === 'unreachable';
	return async () => {
		if (isTrying || !isUnreachable() || !isPending()) return;
		isTrying = true;
		for (let delayMs = RETRY_MIN_MS; isUnreachable() && isPending(); delayMs = Math.min(2 * delayMs, RETRY_MAX_MS)) {
			await new Promise((resolve) => setTimeout(resolve, delayMs));
			if (isUnreachable()) await look();
		}
		isTrying = false;
		if (isUnreachable() && !hint.isSet()) state.set({ kind: 'guest' });
	};
}

/** Doesn't replace a session that started in the meantime. */
function settle(state: WritableStore<AuthState>, next: AuthState): void {
	if (state.get().kind !== 'signed-in') state.set(next);
}
