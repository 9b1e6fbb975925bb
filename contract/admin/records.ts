import { z } from 'zod';
import { defineStaffCall } from '../call.ts';
import { logSources } from '../limits.ts';
import { pageOf } from '../paging.ts';
import { listFields, uid } from './fields.ts';

export const person = z.object({ uid: z.string(), name: z.string().nullable() });

export const adminAction = z.object({
	id: z.string(),
	at: z.number(),
	actor: person.nullable(),
	action: z.string(),
	user: person.nullable(),
	before: z.unknown(),
	after: z.unknown(),
	reason: z.string().nullable(),
	reason_code: z.string().nullable(),
	ip: z.string().nullable(),
	more: z.record(z.string(), z.unknown()),
});
export type AdminAction = z.output<typeof adminAction>;

export type LogSource = (typeof logSources)[number];

export const logEntry = z.object({
	id: z.string(),
	at: z.number(),
	source: z.enum(logSources),
	what: z.string(),
	outcome: z.string(),
	user: person.nullable(),
	order_id: z.string().nullable(),
	network: z.string().nullable(),
	device: z.string().nullable(),
	note: z.string().nullable(),
	took_ms: z.number().nullable(),
});
export type LogEntry = z.output<typeof logEntry>;

export const recordCalls = {
	adminGetActions: defineStaffCall('read-actions', {
		input: z
			.strictObject({
				...listFields,
				actor: z.union([uid, z.literal('system')]).nullish(),
				action: z.string().max(60).nullish(),
				uid: uid.nullish(),
			})
			.transform((request) => ({
				...request,
				cursor: request.cursor ?? undefined,
				actor: request.actor ?? undefined,
				action: request.action ?? undefined,
				uid: request.uid ?? undefined,
			})),
		output: pageOf(adminAction).extend({ actions: z.array(z.string()) }),
	}),
	adminGetLog: defineStaffCall('read-log', {
		input: z
			.strictObject({
				...listFields,
				source: z.enum(logSources).nullish(),
				uid: uid.nullish(),
				orderId: z.string().max(100).nullish(),
				failed: z.boolean().default(false),
				after: z
					.string()
					.regex(/^\d{1,15}$/)
					.nullish(),
			})
			.transform((request) => ({
				...request,
				cursor: request.cursor ?? undefined,
				source: request.source ?? undefined,
				uid: request.uid ?? undefined,
				orderId: request.orderId ?? undefined,
				after: request.after ?? undefined,
			})),
		output: pageOf(logEntry),
	}),
};

export type ActionsRequest = z.output<typeof recordCalls.adminGetActions.input>;
export type LogRequest = z.output<typeof recordCalls.adminGetLog.input>;
