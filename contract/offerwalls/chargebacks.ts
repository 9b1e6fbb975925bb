import { z } from 'zod';
import { aboutUserWithReason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall } from '../call.ts';

export const chargebackCalls = {
	/** Resets the user's chargeback count; the reversals stay booked. */
	adminForgiveChargebacks: defineCall({
		access: 'admin',
		title: 'Reset chargebacks',
		permission: 'forgive-chargebacks',
		input: aboutUserWithReason,
		output: z.object({ forgiven: z.number() }).or(proposed),
	}),
};
