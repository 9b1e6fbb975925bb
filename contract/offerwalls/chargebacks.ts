import { z } from 'zod';
import { aboutUserWithReason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';

export const chargebackCalls = {
	/** Resets the user's chargeback count; the reversals stay booked. */
	adminForgiveChargebacks: defineStaffCall('forgive-chargebacks', {
		title: 'Reset chargebacks',
		input: aboutUserWithReason,
		output: z.object({ forgiven: z.number() }).or(proposed),
	}),
};
