import { z } from 'zod';
import { defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';

/** Times are ms since the epoch; `share` is the progress from 0 to 1. */
const backup = z.object({
	name: z.string(),
	started_at: z.number(),
	/** Null if the backup is running or has failed. */
	finished_at: z.number().nullable(),
	share: z.number(),
	bytes: z.number().nullable(),
	transfers: z.number().nullable(),
	problem: z.string().nullable(),
});

const restoration = z.object({
	restored_at: z.number(),
	backup: z.string(),
	until: z.number(),
	sessions: z.number(),
	/** Postbacks after `last_at` are lost; the partner must resend them. */
	walls: z.array(z.object({ wall: z.string(), last_at: z.number() })),
	gap: z.string().nullable(),
	/** `theirs`: the vendor's status, null if the vendor did not answer. */
	orders: z.array(
		z.object({ order_id: z.string(), vendor: z.string(), ours: z.string(), theirs: z.string().nullable() }),
	),
});

export const backupCalls = {
	adminGetBackups: defineStaffCall('read-dashboard', {
		input: noPayload,
		output: z.object({
			is_on: z.boolean(),
			/** True with `DATABASE_URL`: the operator backs up that server. */
			is_external: z.boolean(),
			/** Version of the database server, and the newer release if one is known. */
			server: z.string(),
			latest: backup.nullable(),
			proven: z.object({ at: z.number(), took_ms: z.number() }).nullable(),
			archived_at: z.number().nullable(),
			failing_since: z.number().nullable(),
			archive_problem: z.string().nullable(),
			decrypted_at: z.number().nullable(),
			/** Report on the restore of this site; null once payouts are on. */
			restored: restoration.nullable(),
		}),
	}),
};
