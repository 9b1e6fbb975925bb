import { z } from 'zod';
import { defineCall } from '../call.ts';
import { localizedMessage } from '../localized-message.ts';
import { noPayload } from '../no-payload.ts';
import { staffRoles } from '../permissions.ts';

export const accessTokenAnswer = z.object({ token: z.string(), expiresAt: z.number() });
export type AccessTokenAnswer = z.output<typeof accessTokenAnswer>;

export const signInWays = z.object({
	signUp: z.boolean(),
	google: z.boolean(),
	mail: z.boolean(),
	/** The identity provider of the team. */
	provider: z.boolean(),
	/** False if visitors from this country cannot create accounts. */
	served: z.boolean(),
});
export type SignInWays = z.output<typeof signInWays>;

/** `GET /auth/password-policy`. Lengths in characters. */
export const passwordPolicy = z.object({ minLength: z.number(), maxLength: z.number(), refusesCommon: z.boolean() });
export type PasswordPolicy = z.output<typeof passwordPolicy>;

/** `GET /auth/account`. Times are ms since the epoch. */
export const accountAnswer = z.object({
	uid: z.string(),
	email: z.string(),
	name: z.string(),
	emailVerified: z.boolean(),
	hasPassword: z.boolean(),
	hasGoogle: z.boolean(),
	hasPasskey: z.boolean(),
	ageKnown: z.boolean(),
	isAdmin: z.boolean(),
	staffRole: z.enum(staffRoles).nullable(),
	isInvited: z.boolean(),
	twoFactor: z.object({ enabled: z.boolean(), required: z.boolean(), verified: z.boolean() }),
	/** Null if the person can't use the team's identity provider. */
	provider: z.object({ isLinked: z.boolean(), isRequired: z.boolean() }).nullable(),
	pausedReason: z.string().nullable(),
	pausedWhy: localizedMessage.nullable(),
	sessionId: z.string(),
	/** Until this time (ms since the epoch), password and email can be changed without a new sign-in. */
	freshUntil: z.number(),
});
export type AccountAnswer = z.output<typeof accountAnswer>;

const times = { createdAt: z.number(), lastUsedAt: z.number() };
const passkey = z.object({ id: z.string(), name: z.string(), ...times, lastUsedAt: times.lastUsedAt.nullable() });
export const passkeysAnswer = z.object({ passkeys: z.array(passkey) });
export type Passkey = z.output<typeof passkeysAnswer>['passkeys'][number];

const ownSession = z.object({ id: z.string(), device: z.string(), ...times, isCurrent: z.boolean() });
export const sessionsAnswer = z.object({ sessions: z.array(ownSession) });
export type SessionsAnswer = z.output<typeof sessionsAnswer>;

const ofUser = { access: 'user', input: noPayload } as const;

export const identityCalls = {
	createUser: defineCall({ ...ofUser, output: z.object({ uid: z.string(), created: z.boolean() }) }),
	createWebSession: defineCall({ ...ofUser, output: accessTokenAnswer.extend({ url: z.string() }) }),
	verifyWebSession: defineCall({
		access: 'anonymous',
		// Accepts any length, so that unknown and used tokens get the same error.
		input: z.strictObject({ token: z.string() }),
		output: z.object({ token: z.string() }),
	}),
	checkWebSession: defineCall({
		access: 'user',
		input: z.strictObject({ token: z.string() }),
		output: z.object({ is_of_another: z.boolean() }),
	}),
};
