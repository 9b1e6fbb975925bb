import { z } from 'zod';
import { defineCall } from '../call.ts';
import { WAITING_WORK_COUNT_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

/** Not counted beyond the most: then there is more than anybody gets done today. */
const count = z.int().min(0).max(WAITING_WORK_COUNT_MAX);

export const waitingWorkCalls = {
	adminGetWaitingWork: defineCall({
		access: 'admin',
		permission: 'read-dashboard',
		input: noPayload,
		output: z.object({
			/** These two want a second admin, other than the one who asks. */
			adjustments: count,
			settlements: count,
			/** The same of any other call. */
			proposals: count,
			withdrawals: count,
			/** Withdrawals held before they are sent, for a person to decide. */
			screenings: count,
			/** Payouts by hand that nobody has taken yet. */
			manual_payouts: count,
			/** Differences between our books and a vendor's. */
			differences: count,
			/** Days on which a partner's report and the books differ. */
			report_differences: count,
			fraud_cases: count,
			/** Missing rewards that nobody has answered. */
			claims: count,
			/** What people wrote and nobody has answered. */
			threads: count,
			/** Walls that are on and that somebody else could book on: weak or shared secrets, weak path keys, open ones. */
			offerwalls: count,
		}),
	}),
};
