import { z } from 'zod';
import { defineCall } from './call.ts';
import { noPayload } from './no-payload.ts';

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
