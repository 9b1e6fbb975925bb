import { z } from 'zod';
import { aboutUserWithReason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall } from '../call.ts';

export const chargebackCalls = {
	/** Resets the count; reversals stay. */
	adminForgiveChargebacks: defineCall({
		access: 'admin',
		title: 'Reset chargebacks',
		permission: 'forgive-chargebacks',
		input: aboutUserWithReason,
		output: z.object({ forgiven: z.number() }).or(proposed),
	}),
};
