import { z } from 'zod';
import { reason, timeMs } from './admin/fields.ts';
import { proposed } from './admin/proposals.ts';
import { defineCall } from './call.ts';
import { noPayload } from './no-payload.ts';

/** Users can withdraw until then, in ms since the epoch. Null while no end of the service is announced. */
const state = z.object({ ends_at: z.number().nullable() });

export const windDownCalls = {
	getWindDown: defineCall({ access: 'anonymous', input: noPayload, output: state }),
	/** Announces the end or moves it further away, with a second person's approval. Null takes it back until its date. */
	adminSetWindDown: defineCall({
		access: 'admin',
		permission: 'change-wind-down',
		input: z.strictObject({ ends_at: timeMs.nullable(), reason }),
		output: z.union([state, proposed]),
	}),
};
