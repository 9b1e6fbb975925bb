import { z } from 'zod';
import { defineCall } from './call.ts';
import { noPayload } from './no-payload.ts';

/** The value of `role` that marks an admin. */
export const ADMIN_ROLE = 'Admin';

/** Lifetime of the one-time token in the address, and of the sign-in token it is exchanged for. */
export const HAND_OFF_LIFETIME_MS = 60_000;
export const ACCESS_TOKEN_LIFETIME_MS = 60 * 60_000;
/** An access token is refreshed this long before it expires, and counts as expired this early. */
export const ACCESS_TOKEN_REFRESH_EARLY_MS = 5 * 60_000;
export const ACCESS_TOKEN_EXPIRED_EARLY_MS = 30_000;
export const ACCESS_TOKEN_BACK_OFF_MIN_MS = 30_000;
export const ACCESS_TOKEN_BACK_OFF_MAX_MS = 16 * 60_000;

export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
/** What a client assumes when it cannot fetch `/auth/password-policy`. */
export const PASSWORD_LENGTH_MIN_FALLBACK = 6;
export const AGE_MIN_YEARS = 13;

/** Creates the caller's user document and wallet, once. */
export const createUser = defineCall({
	access: 'user',
	input: noPayload,
	output: z.object({ uid: z.string(), created: z.boolean() }),
});

/** The app asks for an address that signs the same person in on the web. */
export const createWebSession = defineCall({
	access: 'user',
	input: noPayload,
	output: z.object({ token: z.string(), url: z.string(), expiresAt: z.number() }),
});

/** The web exchanges the address's token, once, for a sign-in token. */
export const verifyWebSession = defineCall({
	access: 'anonymous',
	input: z.object({ token: z.string().max(500) }),
	output: z.object({ token: z.string() }),
});

/** Answer of `GET /auth/token`. */
export const accessTokenAnswer = z.object({ token: z.string(), expiresAt: z.number() });
export type AccessTokenAnswer = z.output<typeof accessTokenAnswer>;
