import type { FastifyRequest } from 'fastify';

/** Whoever makes a request, as the identity feature found them at this very moment. */
export type Actor = {
	uid: string;
	sessionId: string;
	role: string | null;
	emailVerified: boolean;
	/** Why withdrawals are paused for this person, if they are. */
	pausedReason: string | null;
	/** What an admin still has to do in this session before admin calls are answered; null for everybody else. */
	missingStep: 'totp-required' | 'totp-not-set-up' | null;
};

/**
 * Finds out who calls.
 * @returns undefined when the request carries no credentials.
 * @throws CallError `unauthenticated` when it carries some that do not hold, `permission-denied` when its owner is banned.
 */
export type Authenticate = (request: FastifyRequest) => Promise<Actor | undefined>;

const callers = new WeakMap<FastifyRequest, string>();

/** Whose genuine credentials came with this request, also when they are refused afterwards. */
export function rememberCaller(request: FastifyRequest, uid: string): void {
	callers.set(request, uid);
}

export function callerOf(request: FastifyRequest): string | undefined {
	return callers.get(request);
}
