import { z } from 'zod';
import { defineCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';
import { owedDay } from '../site/wind-down.ts';
import { reason, timeMs } from './fields.ts';
import { proposed } from './proposals.ts';

const state = z.object({
	wind_down: z
		.object({
			announced_at: z.number(),
			ends_at: z.number(),
			is_over: z.boolean(),
			/** How many people have been told, and when all were who had a balance; null: they are being told. */
			told: z.number(),
			told_at: z.number().nullable(),
		})
		.nullable(),
	/** Accounts with a balance, and what is owed to all at this moment, in R$. */
	with_balance: z.number(),
	owed: z.object({ spendable: z.number(), held_back: z.number(), on_its_way: z.number() }),
	days: z.array(owedDay),
});

export const adminWindDownCalls = {
	adminGetWindDown: defineCall({
		access: 'admin',
		permission: 'read-wind-down',
		input: noPayload,
		output: state,
	}),
	/**
	 * With a date it announces the end of the service, or moves an announced one further away: that takes two. With null it takes
	 * it back, which one may, until its date.
	 */
	adminSetWindDown: defineCall({
		access: 'admin',
		permission: 'change-wind-down',
		input: z.strictObject({ ends_at: timeMs.nullable(), reason }),
		output: z.union([state, proposed]),
	}),
};
