import { z } from 'zod';
import { defineCall } from './call.ts';
import { noPayload } from './no-payload.ts';

/** Times are ms since the epoch; `share` is how much is copied, 0 to 1; `bytes` as stored. */
const backup = z.object({
	name: z.string(),
	started_at: z.number(),
	/** Null: under way, or it failed, as `problem` says. */
	finished_at: z.number().nullable(),
	share: z.number(),
	bytes: z.number().nullable(),
	transfers: z.number().nullable(),
	/** Why it is no backup, or was not proven. */
	problem: z.string().nullable(),
});

/** What the world knows better than a database that was brought back. */
const restoration = z.object({
	restored_at: z.number(),
	backup: z.string(),
	/** The last moment that is in it. */
	until: z.number(),
	sessions: z.number(),
	/** Partners have to send again what they sent after their `last_at`. */
	walls: z.array(z.object({ wall: z.string(), last_at: z.number() })),
	gap: z.string().nullable(),
	/** Open here; `theirs` is the vendor's word, null until it was asked. */
	orders: z.array(
		z.object({ order_id: z.string(), vendor: z.string(), ours: z.string(), theirs: z.string().nullable() }),
	),
});

export const backupCalls = {
	adminGetBackups: defineCall({
		access: 'admin',
		permission: 'read-dashboard',
		input: noPayload,
		output: z.object({
			/** False: nothing is backed up by the product. */
			is_on: z.boolean(),
			/** The newest, whatever became of it. */
			latest: backup.nullable(),
			/** The last one that was restored with books that hold. */
			proven: z.object({ at: z.number(), took_ms: z.number() }).nullable(),
			/** When changes reached the backup last, and since when they do not. */
			archived_at: z.number().nullable(),
			failing_since: z.number().nullable(),
			archive_problem: z.string().nullable(),
			/** When an encrypted backup was last read with its identity. */
			decrypted_at: z.number().nullable(),
			/** Until somebody switches payouts on again; null otherwise. */
			restored: restoration.nullable(),
		}),
	}),
};
