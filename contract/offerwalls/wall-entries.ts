import { z } from 'zod';
import { reason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';
import { WALL_HOLD_HOURS_MAX, WALL_MIN_AGE_MAX, WALL_RATE_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

export const wallId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/);
const value = z.union([z.string().max(500), z.int().nonnegative()]);
/** Everything but `kind` and `url` is secret. */
const vendorAccess = z.record(z.string().max(50), value.nullable());

/** Secrets (`secret`, `pathKey`, `feed` and `report` except `kind` and `url`) read as null, and null keeps them. */
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

/** Source of a partner's contract; `memory` means none. */
export const certainties = ['vendor', 'integrations', 'one-integration', 'memory'] as const;
export type Certainty = (typeof certainties)[number];

const partner = z.object({
	id: z.string(),
	name: z.string(),
	certainty: z.enum(certainties),
	/** The unverified part of this partner's contract, to be checked in its dashboard. */
	uncertain: z.string().nullable(),
	strength: z.enum(['full', 'part', 'weak']),
	known_ips: z.array(z.string()),
	tells_payout: z.boolean(),
	/** `appId` and `wallParams` names that the wall's URL needs; null if the URL is unknown. */
	address_needs: z.array(z.string()).nullable(),
	feeds: z.array(z.object({ kind: z.string(), credentials: z.array(z.string()) })),
});
export type WallPartner = z.output<typeof partner>;

export const wallEntryCalls = {
	/** Fails if `version` is outdated. */
	adminSaveOfferwall: defineStaffCall('change-offerwalls', {
		title: 'Add or change an offerwall',
		input: z.strictObject({ entry: savedWallEntry, version: z.int().min(0).nullish(), reason }),
		output: z.object({ id: z.string(), version: z.number(), changed: z.boolean() }).or(proposed),
	}),
	/** Refused while the wall is on. */
	adminRemoveOfferwall: defineStaffCall('change-offerwalls', {
		title: 'Remove offerwall',
		input: z.strictObject({ id: wallId, reason }),
		output: z.object({ id: z.string(), removed: z.literal(true) }).or(proposed),
	}),
	adminOrderOfferwalls: defineStaffCall('change-offerwalls', {
		input: z.strictObject({ ids: z.array(wallId).min(1).max(200), reason }),
		output: z.object({ ids: z.array(z.string()) }),
	}),
	adminGetPartners: defineStaffCall('read-offerwalls', { input: noPayload, output: z.array(partner) }),
	/** Simulates the partner's documented postbacks against the wall. Nothing is sent, stored or booked. */
	adminCertifyOfferwall: defineStaffCall('change-offerwalls', {
		input: z.strictObject({ id: wallId }),
		output: z.object({
			passed: z.boolean(),
			cases: z.array(z.object({ name: z.string(), expected: z.string(), got: z.string(), passed: z.boolean() })),
		}),
	}),
};
