import { z } from 'zod';
import { reason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall } from '../call.ts';
import { WALL_HOLD_HOURS_MAX, WALL_MIN_AGE_MAX, WALL_RATE_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

export const wallId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/);
/** Ids and keys as a dashboard shows them, often numbers. */
const value = z.union([z.string().max(500), z.int().nonnegative()]);
/** `kind`, perhaps `url`, and what the vendor knows us by: all but these two is secret. */
const vendorAccess = z.record(z.string().max(50), value.nullable());

/**
 * A wall as an entry of `OFFERWALLS_FILE`; which values fit is decided there. `secret`, `pathKey` and what `feed` and `report` have
 * besides `kind` and `url` are written and never read: they read as null, and null leaves them as they are. An empty `pathKey` takes
 * it away. What is not named of all else is as in a new entry.
 */
export const savedWallEntry = z.strictObject({
	id: wallId,
	partner: z.string().max(40),
	name: z.string().min(1).max(60),
	enabled: z.boolean().default(true),
	secret: z.string().max(500).nullish(),
	pathKey: z.string().max(200).nullish(),
	appId: value.nullish(),
	allowedIps: z.array(z.string().max(50)).max(200).nullish(),
	minAge: z.int().max(WALL_MIN_AGE_MAX).nullish(),
	holdHours: z.number().max(WALL_HOLD_HOURS_MAX).nullish(),
	rate: z.number().max(WALL_RATE_MAX).nullish(),
	countries: z.array(z.string().max(2)).max(250).nullish(),
	wallParams: z.record(z.string().max(100), value).nullish(),
	picture: z.string().max(2_000).nullish(),
	supportUrl: z.string().max(2_000).nullish(),
	feed: vendorAccess.nullish(),
	report: vendorAccess.nullish(),
	claims: z.record(z.string().max(50), value).nullish(),
	override: z.record(z.string().max(50), z.unknown()).nullish(),
});
export type SavedWallEntry = z.output<typeof savedWallEntry>;

/** How much of a contract is known: the vendor says so, several public integrations agree, one does, or it is from memory. */
export const certainties = ['vendor', 'integrations', 'one-integration', 'memory'] as const;
export type Certainty = (typeof certainties)[number];

const partner = z.object({
	id: z.string(),
	name: z.string(),
	certainty: z.enum(certainties),
	/** What to compare with the partner's dashboard; null: nothing. */
	uncertain: z.string().nullable(),
	/** What its signature covers, as with a wall. */
	strength: z.enum(['full', 'part', 'weak']),
	/** Where it is known to call from. */
	known_ips: z.array(z.string()),
	/** Whether it tells the payout, so that a rate can be set. */
	tells_payout: z.boolean(),
	/** What its wall's address needs beside the user: `appId`, and names of `wallParams`. Null: it has no address that we know. */
	address_needs: z.array(z.string()).nullable(),
	/** Feeds that fit it, with what their vendor knows us by. */
	feeds: z.array(z.object({ kind: z.string(), credentials: z.array(z.string()) })),
});
export type WallPartner = z.output<typeof partner>;

export const wallEntryCalls = {
	/** Adds or changes a wall. Nothing changes if `version` is not the current one. */
	adminSaveOfferwall: defineCall({
		access: 'admin',
		permission: 'change-offerwalls',
		input: z.strictObject({ entry: savedWallEntry, version: z.int().min(0).nullish(), reason }),
		output: z.object({ id: z.string(), version: z.number(), changed: z.boolean() }).or(proposed),
	}),
	/** Removes a wall that is off. Its transactions stay in the books. */
	adminRemoveOfferwall: defineCall({
		access: 'admin',
		permission: 'change-offerwalls',
		input: z.strictObject({ id: wallId, reason }),
		output: z.object({ id: z.string(), removed: z.literal(true) }),
	}),
	/** All walls, in the order in which people see them. */
	adminOrderOfferwalls: defineCall({
		access: 'admin',
		permission: 'change-offerwalls',
		input: z.strictObject({ ids: z.array(wallId).min(1).max(200), reason }),
		output: z.object({ ids: z.array(z.string()) }),
	}),
	/** Whom a wall can be of. */
	adminGetPartners: defineCall({
		access: 'admin',
		permission: 'read-offerwalls',
		input: noPayload,
		output: z.array(partner),
	}),
	/** Plays what the partner's contract documents against the wall as it is, inside: nothing is sent, kept or booked. */
	adminCertifyOfferwall: defineCall({
		access: 'admin',
		permission: 'change-offerwalls',
		input: z.strictObject({ id: wallId }),
		output: z.object({
			passed: z.boolean(),
			cases: z.array(
				z.object({
					/** What was sent, in words. */
					name: z.string(),
					expected: z.string(),
					got: z.string(),
					passed: z.boolean(),
				}),
			),
		}),
	}),
};
