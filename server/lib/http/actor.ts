import type { FastifyRequest } from 'fastify';
import type { KeyNeeds } from '../../../contract/connect/key-access.ts';
import type { Permission, StaffRole } from '../../../contract/permissions.ts';

export type Actor = {
	uid: string;
	sessionId: string;
	staffRole: StaffRole | null;
	emailVerified: boolean;
	pausedReason: string | null;
	missingStep: 'totp-required' | 'totp-not-set-up' | 'provider-required' | null;
	/** `uid` is the ID of this machine key. */
	key?: { name: string; permissions: readonly Permission[] };
};

/** @returns undefined without credentials. @throws CallError `unauthenticated`, or `permission-denied` for a banned user. */
export type Authenticate = (
	request: FastifyRequest,
	accepts?: { takesIdToken?: boolean | undefined; keyNeeds?: KeyNeeds | undefined },
) => Promise<Actor | undefined>;

const callers = new WeakMap<FastifyRequest, string>();

export function rememberCaller(request: FastifyRequest, uid: string): void {
	callers.set(request, uid);
}

export function callerOf(request: FastifyRequest): string | undefined {
	return callers.get(request);
}
