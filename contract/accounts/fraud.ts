import { z } from 'zod';
import { pageFields, reason, timeRange, uid } from '../admin/fields.ts';
import { defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { pageOf } from '../paging.ts';

export const fraudSignals = [
	'shared-address',
	'shared-device',
	'shared-browser',
	'one-game-account',
	'velocity',
	'reversal-rate',
	'instant-completions',
	'country-jump',
	'promo-abuse',
	'one-mailbox',
	'disposable-mail',
	'hosting-network',
] as const;
export type FraudSignalName = (typeof fraudSignals)[number];

export const fraudStates = ['open', 'watching', 'closed'] as const;

const signal = z.object({
	signal: z.enum(fraudSignals),
	points: z.number(),
	details: z.record(z.string(), z.unknown()),
});

const fraudCase = z.object({
	uid: z.string(),
	name: z.string().nullable(),
	state: z.enum(fraudStates),
	/** Fraud score from 0 to 100. */
	score: z.number(),
	signals: z.array(signal),
	paused: z.boolean(),
	banned: z.boolean(),
	notes: z.number(),
	opened_at: z.number(),
	changed_at: z.number(),
});
export type FraudCase = z.output<typeof fraudCase>;

export const fraudActions = ['pause', 'message', 'watch', 'close', 'open', 'note'] as const;

export const fraudCalls = {
	adminGetFraudCases: defineStaffCall('read-fraud', {
		input: z
			.strictObject({ state: z.enum(fraudStates).default('open'), uid: uid.nullish(), ...pageFields, ...timeRange })
			.transform((page) => ({ ...page, uid: page.uid ?? undefined, cursor: page.cursor ?? undefined })),
		output: pageOf(fraudCase),
	}),
	/** A fraud case is confirmed if its user is banned or paused. */
	adminGetFraudPrecision: defineStaffCall('read-fraud', {
		input: noPayload,
		output: z.object({ days: z.int(), opened: z.int(), confirmed: z.int() }),
	}),
	/** Each case gets an audit record. Users see the reason of a pause or message. */
	adminHandleFraudCases: defineStaffCall('handle-fraud', {
		input: z.strictObject({ uids: z.array(uid).min(1).max(100), deed: z.enum(fraudActions), reason }),
		output: z.object({ done: z.number(), refused: z.array(z.object({ uid: z.string(), message: z.string() })) }),
	}),
	adminGetFraudNotes: defineStaffCall('read-fraud', {
		input: z.strictObject({ uid }),
		output: z.array(z.object({ id: z.string(), at: z.number(), by: z.string().nullable(), text: z.string() })),
	}),
};
