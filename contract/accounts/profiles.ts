import { z } from 'zod';
import { defineCall } from '../call.ts';
import { toAgree } from './agreements.ts';

const provenAccount = z.object({ username: z.string().max(200) });

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
	/** Only where there is something. */
	to_agree: toAgree.optional(),
});
export type UserDocument = z.output<typeof userDocument>;

/** The only two fields an owner may set; the picture is derived again on the server. */
export const userDocumentPatch = z.strictObject({
	roblox_username: z.string().max(200).optional(),
	avatar_url: z.string().max(2_000).nullish(),
});
export type UserDocumentPatch = z.output<typeof userDocumentPatch>;

export const profileCalls = {
	getRobloxUser: defineCall({
		access: 'user',
		/** A missing name is an empty one: both are refused in the specification's words. */
		input: z.object({ username: z.string().max(200).nullish() }).nullish(),
		output: z.object({ userId: z.number(), avatarUrl: z.string().nullable() }),
	}),
	/** Whoever puts the phrase into the public description of the account shows that it is theirs. */
	startGameAccountProof: defineCall({
		access: 'user',
		input: provenAccount,
		output: z.object({ phrase: z.string(), expiresAt: z.number() }),
	}),
	/** `linked` is false as long as the phrase is not found there. Whoever had linked the account loses it, and is told. */
	finishGameAccountProof: defineCall({
		access: 'user',
		input: provenAccount,
		output: z.object({ linked: z.boolean() }),
	}),
	getRobloxGames: defineCall({
		access: 'user',
		input: z.object({ userId: z.int().positive() }),
		output: z.array(game),
	}),
};
