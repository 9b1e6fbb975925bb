import { z } from 'zod';
import { defineCall } from '../call.ts';
import { aboutUserWithReason } from './fields.ts';
import { proposed } from './proposals.ts';

export const chargebackCalls = {
	/** Counts a user's chargebacks anew; what was taken back stays so. */
	adminForgiveChargebacks: defineCall({
		access: 'admin',
		permission: 'forgive-chargebacks',
		input: aboutUserWithReason,
		output: z.object({ forgiven: z.number() }).or(proposed),
	}),
};
