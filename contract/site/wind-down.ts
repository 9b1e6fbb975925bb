import { z } from 'zod';
import { reason, timeMs } from '../admin/fields.ts';
import { proposed } from '../admin/proposals.ts';
import { defineCall, defineStaffCall } from '../call.ts';
import { noPayload } from '../no-payload.ts';

/** Ms since the epoch; null if no end is announced. */
const state = z.object({ ends_at: z.number().nullable() });

export const windDownCalls = {
	getWindDown: defineCall({ access: 'anonymous', input: noPayload, output: state }),
	/** Setting a date needs a second admin. Null cancels a future end. */
	adminSetWindDown: defineStaffCall('change-wind-down', {
		title: 'Announce the end of the service, or change its date',
		input: z.strictObject({ ends_at: timeMs.nullable(), reason }),
		output: z.union([state, proposed]),
	}),
};
