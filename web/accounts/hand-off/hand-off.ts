import { CallError } from '../../../contract/errors.ts';
import { HAND_OFF_LIFETIME_MS } from '../../../contract/limits.ts';
import { AuthError } from '../session/auth-requests.ts';

export type HandOffDeps = {
	verifyWebSession(token: string): Promise<{ token: string }>;
	isOfAnother(token: string): Promise<boolean>;
	signInWithCustomToken(token: string): Promise<void>;
	now(): number;
};

export type HandOff = ReturnType<typeof createHandOff>;

export function createHandOff({ verifyWebSession, isOfAnother, signInWithCustomToken, now }: HandOffDeps) {
	let held: { token: string; isVerified: boolean; isSent: boolean } | undefined;
	let heldUntil = 0;

	function hold(token: string, isVerified: boolean): void {
		heldUntil = now() + HAND_OFF_LIFETIME_MS;
		held = { token, isVerified, isSent: false };
	}

	async function unlessRefused<Answer>(request: () => Promise<Answer>): Promise<Answer> {
		try {
			return await request();
		} catch (error) {
			if (isRefusal(error)) held = undefined;
			throw error;
		}
	}

	/** Exchanges the hand-off token in the URL for a sign-in token, once. @throws CallError */
	async function verify(): Promise<void> {
		if (held?.isVerified) return;
		const { token } = await unlessRefused(() => verifyWebSession(held?.token ?? ''));
		hold(token, true);
	}

	return {
		hold: (addressToken: string) => hold(addressToken, false),
		isHeld: () => held !== undefined,
		isYoung: () => now() < heldUntil,
		/** True if the server is unreachable. */
		isOfAnother: async () => held !== undefined && (held.isVerified || isOfAnother(held.token).catch(() => true)),
		unused: () =>
			held && !held.isVerified && now() < heldUntil ? { token: held.token, untilMs: heldUntil } : undefined,
		verify,
		/** Returns `ignored` and keeps the token if a session already exists. @throws CallError, AuthError */
		async redeem(): Promise<'used' | 'ignored'> {
			await verify();
			const { token = '', isSent = false } = held ?? {};
			held = { token, isVerified: true, isSent: true };
			const outcome = await unlessRefused(() => signIn(token));
			// If the token was sent before, it created this session and only the response was lost.
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

/** Network failures, server errors and proxy pages are no refusals: they may be retried. */
export function isRefusal(error: unknown): boolean {
	if (error instanceof CallError) {
		return ['unauthenticated', 'invalid-argument', 'permission-denied'].includes(error.code);
	}
	if (!(error instanceof AuthError)) return true;
	return !['auth/network-request-failed', 'auth/internal-error', 'auth/too-many-requests'].includes(error.code);
}
