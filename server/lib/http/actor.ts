import type { FastifyRequest } from 'fastify';

/** The caller, as found at this very moment. */
export type Actor = {
	uid: string;
	sessionId: string;
	role: string | null;
	emailVerified: boolean;
	pausedReason: string | null;
	/** An admin's step before admin calls are answered; null for everybody else. */
	missingStep: 'totp-required' | 'totp-not-set-up' | null;
};

/**
 * @returns undefined when the request carries no credentials.
 * @throws CallError `unauthenticated` when it carries some that do not hold, `permission-denied` when its owner is banned.
 */
export type Authenticate = (request: FastifyRequest) => Promise<Actor | undefined>;

const callers = new WeakMap<FastifyRequest, string>();

/** Credentials that were genuine, also when they are refused afterwards. */
export function rememberCaller(request: FastifyRequest, uid: string): void {
	callers.set(request, uid);
}

export function callerOf(request: FastifyRequest): string | undefined {
	return callers.get(request);
}
