import { z } from 'zod';
import { reason, timeMs } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { type EventType, eventTypes } from './event-types.ts';

/** A version only gains fields. */
const about = { version: z.literal(1), uid: z.string() };
const credit = z.object({ ...about, reference: z.string(), amount: z.number(), wall_id: z.string() });
const withdrawal = z.object({ ...about, withdrawal_id: z.string(), amount: z.number() });
const alert = z.object({ version: about.version, alert: z.string(), message: z.string() });

export const eventData = {
	'credit.booked': credit,
	'credit.reversed': credit,
	'withdrawal.requested': withdrawal,
	'withdrawal.paid': withdrawal,
	'withdrawal.refunded': withdrawal,
	'user.banned': z.object(about),
	'claim.opened': z.object({ ...about, reference: z.string(), wall_id: z.string() }),
	'alert.firing': alert,
	'alert.over': alert,
} as const satisfies Record<EventType, z.ZodType>;

const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
const endpoint = z.object({
	id: z.string(),
	url: z.string(),
	events: z.array(z.enum(eventTypes)),
	enabled: z.boolean(),
	state: z.enum(['on', 'off', 'paused']),
	created_at: z.number(),
	failing_since: z.number().nullable(),
	problem: z.string().nullable(),
	waiting: z.number(),
	proposal: z.string().nullable(),
	deliveries: z.array(
		z.object({
			id: z.string(),
			type: z.enum(eventTypes),
			at: z.number(),
			state: z.enum(deliveryStates),
			attempts: z.number(),
			outcome: z.string().nullable(),
			last_at: z.number().nullable(),
		}),
	),
});
export type EventEndpoint = z.output<typeof endpoint>;

const id = z.uuid();

export const eventCalls = {
	adminGetEndpoints: defineStaffCall('read-connect', { input: noPayload, output: z.array(endpoint) }),
	/** The previous secret stays valid for 24 hours. */
	adminSaveEndpoint: defineStaffCall('change-connect', {
		title: 'Save event endpoint',
		input: z.strictObject({
			id: id.optional(),
			url: z.string().max(2_000),
			events: z.array(z.enum(eventTypes)).min(1).max(eventTypes.length),
			enabled: z.boolean(),
			reason,
		}),
		output: z.object({ id: z.string(), secret: z.string() }).or(proposed),
	}),
	adminRemoveEndpoint: defineStaffCall('change-connect', {
		title: 'Remove event endpoint',
		input: z.strictObject({ id, reason }),
		output: proposed.or(z.object({ removed: z.literal(true) })),
	}),
	adminReplayEvents: defineStaffCall('change-connect', {
		input: z.strictObject({ id, from: timeMs }),
		output: z.object({ queued: z.number() }),
	}),
};
