import type { FastifyRequest } from 'fastify';
import type { StaffRole } from '../../../contract/permissions.ts';

/** The caller, as found at this very moment. */
export type Actor = {
	uid: string;
	sessionId: string;
	/** Null: not on the staff. */
	staffRole: StaffRole | null;
	emailVerified: boolean;
	pausedReason: string | null;
	/** A step before calls of the staff are answered; null for everybody else. */
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
