import { z } from 'zod';
import { aboutUserWithReason } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineStaffCall } from '../call.ts';

export const chargebackCalls = {
	adminForgiveChargebacks: defineStaffCall('forgive-chargebacks', {
		title: 'Reset chargebacks',
		input: aboutUserWithReason,
		output: z.object({ forgiven: z.number() }).or(proposed),
	}),
};
