import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { staffRoles } from '../permissions.ts';
import { said } from '../said.ts';

export const accessTokenAnswer = z.object({ token: z.string(), expiresAt: z.number() });
export type AccessTokenAnswer = z.output<typeof accessTokenAnswer>;

export const signInWays = z.object({
	signUp: z.boolean(),
	google: z.boolean(),
	mail: z.boolean(),
	/** False: nobody new is taken from the country of the visitor's address. */
	served: z.boolean(),
});
export type SignInWays = z.output<typeof signInWays>;

/** Answer of `GET /auth/password-policy`. Lengths are in characters. */
export const passwordPolicy = z.object({ minLength: z.number(), maxLength: z.number(), refusesCommon: z.boolean() });
export type PasswordPolicy = z.output<typeof passwordPolicy>;

/** Answer of `GET /auth/account`. Times are ms since the epoch. */
export const accountAnswer = z.object({
	uid: z.string(),
	email: z.string(),
	name: z.string(),
	emailVerified: z.boolean(),
	hasPassword: z.boolean(),
	hasGoogle: z.boolean(),
	ageKnown: z.boolean(),
	isAdmin: z.boolean(),
	/** Null: not on the staff. */
	staffRole: z.enum(staffRoles).nullable(),
	/** Is asked onto the staff, and so may set up a second factor. */
	isInvited: z.boolean(),
	/** `verified`: this very session has given a one-time password. */
	twoFactor: z.object({ enabled: z.boolean(), required: z.boolean(), verified: z.boolean() }),
	/** Why withdrawals are paused, as a sentence for its owner; null when they are not. */
	pausedReason: z.string().nullable(),
	pausedWhy: said.nullable(),
	sessionId: z.string(),
	/** Ms since the epoch: until then, password and address can be changed without signing in again. */
	freshUntil: z.number(),
});
export type AccountAnswer = z.output<typeof accountAnswer>;

export const sessionsAnswer = z.object({
	sessions: z.array(
		z.object({
			id: z.string(),
			device: z.string(),
			createdAt: z.number(),
			lastUsedAt: z.number(),
			isCurrent: z.boolean(),
		}),
	),
});
export type SessionsAnswer = z.output<typeof sessionsAnswer>;

export const identityCalls = {
	/** Creates the caller's user document and wallet, once. */
	createUser: defineCall({
		access: 'user',
		input: noPayload,
		output: z.object({ uid: z.string(), created: z.boolean() }),
	}),
	createWebSession: defineCall({
		access: 'user',
		input: noPayload,
		output: z.object({ token: z.string(), url: z.string(), expiresAt: z.number() }),
	}),
	/** The web exchanges the address's token, once, for a sign-in token. */
	verifyWebSession: defineCall({
		access: 'anonymous',
		// A text of any length: what is no token of ours is refused like a used one.
		input: z.object({ token: z.string() }),
		output: z.object({ token: z.string() }),
	}),
};
