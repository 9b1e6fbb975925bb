import { z } from 'zod';
import { done, reason, uid } from './admin/fields.ts';
import { person } from './admin/records.ts';
import { defineStaffCall } from './call.ts';
import { noPayload } from './no-payload.ts';

const amount = z.number().nullable();
const outcome = z.enum(['paid', 'returned', 'decided']);

/** Amounts are R$, times ms since the epoch. */
export const moveCalls = {
	adminGetMove: defineStaffCall('read-treasury', {
		input: noPayload,
		output: z.object({
			/** Signed; names no accounts. */
			reports: z.array(z.object({ id: z.number(), at: z.number(), report: z.record(z.string(), z.unknown()) })),
			/** Reversals without a credit, of imported accounts. */
			before_move: z.array(
				z.object({ user: person, wall_id: z.string(), id: z.string(), at: z.number(), amount, payout_usd: z.number() }),
			),
			/** Without `id` a balance that fell at the old site after its release. */
			open: z.array(z.object({ user: person, id: z.string().nullable(), name: z.string().nullable(), amount })),
			app_users: z.number(),
		}),
	}),
	adminDecideImported: defineStaffCall('adjust-balances', {
		input: z.strictObject({ uid, id: z.string().max(2_000).nullable(), outcome, reason }),
		output: done,
	}),
};
export type Move = z.output<typeof moveCalls.adminGetMove.output>;
