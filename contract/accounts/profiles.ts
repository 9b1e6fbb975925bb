import { z } from 'zod';
import { defineCall } from '../call.ts';
import { toAgree } from './agreements.ts';

const provenAccount = z.strictObject({ username: z.string().max(200) });

export const game = z.object({
	Name: z.string(),
	PlaceID: z.number(),
	UniverseID: z.number(),
	ThumbnailUrl: z.string().nullable(),
});
export type Game = z.output<typeof game>;

export const userDocument = z.object({
	avatar_url: z.string().nullable(),
	roblox_username: z.string().nullable(),
	role: z.string().nullable(),
	robux: z.number(),
	last_access: z.number().nullable(),
	to_agree: toAgree.optional(),
});
export type UserDocument = z.output<typeof userDocument>;

/** The value of `avatar_url` is ignored: setting it makes the server refresh the picture. */
export const userDocumentPatch = z.strictObject({
	roblox_username: z.string().max(200).optional(),
	avatar_url: z.string().max(2_000).nullish(),
});
export type UserDocumentPatch = z.output<typeof userDocumentPatch>;

export const profileCalls = {
	getRobloxUser: defineCall({
		access: 'user',
		input: z.strictObject({ username: z.string().max(200).nullish() }).nullish(),
		output: z.object({ userId: z.number(), avatarUrl: z.string().nullable() }),
	}),
	startGameAccountProof: defineCall({
		access: 'user',
		input: provenAccount,
		output: z.object({ phrase: z.string(), expiresAt: z.number() }),
	}),
	/** `linked` is false until the account's public description contains the phrase. A previous owner loses the account. */
	finishGameAccountProof: defineCall({
		access: 'user',
		input: provenAccount,
		output: z.object({ linked: z.boolean() }),
	}),
	getRobloxGames: defineCall({
		access: 'user',
		input: z.strictObject({ userId: z.int().positive() }),
		output: z.array(game),
	}),
};
