import { z } from 'zod';
import { defineStaffCall } from '../call.ts';
import { WAITING_WORK_COUNT_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

const count = z.int().min(0).max(WAITING_WORK_COUNT_MAX);

export const waitingWorkCalls = {
	adminGetWaitingWork: defineStaffCall('read-dashboard', {
		input: noPayload,
		output: z.object({
			adjustments: count,
			settlements: count,
			proposals: count,
			withdrawals: count,
			screenings: count,
			manual_payouts: count,
			differences: count,
			report_differences: count,
			/** Hidden by their figures in the last week, and not shown again. */
			hidden_offers: count,
			fraud_cases: count,
			claims: count,
			threads: count,
			/** Open withdrawals and fallen balances of an import. */
			imported: count,
			/** Enabled walls with forgeable postbacks: weak or shared secrets, weak path keys, no protection. */
			offerwalls: count,
		}),
	}),
};
