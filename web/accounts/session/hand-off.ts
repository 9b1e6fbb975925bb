import { CallError } from '../../../contract/errors.ts';
import { HAND_OFF_LIFETIME_MS } from '../../../contract/limits.ts';
import { AuthError } from './auth-requests.ts';

export type HandOffDeps = {
	verifyWebSession(token: string): Promise<{ token: string }>;
	signInWithCustomToken(token: string): Promise<void>;
	now(): number;
};

export type HandOff = {
	/** Takes what stood in the address. */
	hold(addressToken: string): void;
	isHeld(): boolean;
	/** Whether it can still be good, by this browser's clock, which saw it arrive. */
	isYoung(): boolean;
	/** The address token, while it is neither exchanged nor too old. */
	unused(): { token: string; untilMs: number } | undefined;
	/** Exchanges the address token for a sign-in token, once. @throws CallError */
	verify(): Promise<void>;
	/** Signs in, or finds that somebody is signed in already; then it stays good. @throws CallError, AuthError */
	redeem(): Promise<'used' | 'ignored'>;
};

/** An address token, then the sign-in token made of it: in memory alone, until it was used or refused. */
export function createHandOff({ verifyWebSession, signInWithCustomToken, now }: HandOffDeps): HandOff {
	let held: { token: string; isVerified: boolean; isSent: boolean } | undefined;
	let heldUntil = 0;

	function hold(token: string, isVerified: boolean): void {
		heldUntil = now() + HAND_OFF_LIFETIME_MS;
		held = { token, isVerified, isSent: false };
	}

	/** What was refused is let go. Whatever else happens leaves it as good as it was. */
	async function unlessRefused<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
		try {
			return await ask();
		} catch (error) {
			if (isRefusal(error)) held = undefined;
			throw error;
		}
	}

	async function verify(): Promise<void> {
		if (held?.isVerified) return;
		const { token } = await unlessRefused(() => verifyWebSession(held?.token ?? ''));
		hold(token, true);
	}

	return {
		hold: (addressToken) => hold(addressToken, false),
		isHeld: () => held !== undefined,
		isYoung: () => now() < heldUntil,
		unused: () =>
			held && !held.isVerified && now() < heldUntil ? { token: held.token, untilMs: heldUntil } : undefined,
		verify,
		async redeem() {
			await verify();
			const { token = '', isSent = false } = held ?? {};
			held = { token, isVerified: true, isSent: true };
			const outcome = await unlessRefused(() => signIn(token));
			// Unless it was this token that signed in, and only the answer was lost.
			if (outcome === 'ignored' && !isSent) return 'ignored';
			held = undefined;
			return 'used';
		},
	};

	async function signIn(token: string): Promise<'used' | 'ignored'> {
		try {
			await signInWithCustomToken(token);
			return 'used';
		} catch (error) {
			if (error instanceof AuthError && error.code === 'auth/operation-not-allowed') return 'ignored';
			throw error;
		}
	}
}

/** The server has said no. Anything else may be another answer the next time: no network, our fault, a proxy's page. */
export function isRefusal(error: unknown): boolean {
	if (error instanceof CallError) {
		return ['unauthenticated', 'invalid-argument', 'permission-denied'].includes(error.code);
	}
	if (!(error instanceof AuthError)) return true;
	return !['auth/network-request-failed', 'auth/internal-error', 'auth/too-many-requests'].includes(error.code);
}
