import { z } from 'zod';
import { defineCall } from './call.ts';
import { noPayload } from './no-payload.ts';

export {
	ACCESS_TOKEN_BACK_OFF_MAX_MS,
	ACCESS_TOKEN_BACK_OFF_MIN_MS,
	ACCESS_TOKEN_EXPIRED_EARLY_MS,
	ACCESS_TOKEN_LIFETIME_MS,
	ACCESS_TOKEN_REFRESH_EARLY_MS,
	ADMIN_ROLE,
	AGE_MIN_YEARS,
	HAND_OFF_LIFETIME_MS,
	PASSWORD_LENGTH_MAX,
	PASSWORD_LENGTH_MIN,
	PASSWORD_LENGTH_MIN_FALLBACK,
} from './limits.ts';

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
