import { z } from 'zod';
import { defineCall } from '../call.ts';
import { WAITING_WORK_COUNT_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

/** Not counted beyond the most: then there is more than anybody gets done today. */
const count = z.int().min(0).max(WAITING_WORK_COUNT_MAX);

/** How much waits for a person, wherever it does. */
export const adminGetWaitingWork = defineCall({
	access: 'admin',
	input: noPayload,
	output: z.object({
		/** Adjustments of a balance that want a second admin, other than the one who asks. */
		adjustments: count,
		/** Settlements of orders that want a second admin, other than the one who asks. */
		settlements: count,
		/** Withdrawals in review. */
		withdrawals: count,
		/** Payouts by hand that nobody has taken yet. */
		manual_payouts: count,
		/** Differences between our books and a vendor's. */
		differences: count,
		/** Open cases of the fraud check. */
		fraud_cases: count,
	}),
});
