import { z } from 'zod';
import { defineStaffCall } from '../call.ts';
import { SEARCH_LENGTH_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

export const searchKinds = ['user', 'withdrawal', 'transaction', 'claim', 'thread', 'address'] as const;
export type SearchKind = (typeof searchKinds)[number];

export const workplaceCalls = {
	adminGetWorkplace: defineStaffCall('read-dashboard', {
		input: noPayload,
		output: z.object({ environment: z.enum(['sandbox', 'live']) }),
	}),
};

export const searchCalls = {
	/** Searches by prefix; a partner's transaction id must match exactly. */
	adminSearch: defineStaffCall('read-dashboard', {
		input: z.strictObject({ query: z.string().trim().min(1).max(SEARCH_LENGTH_MAX) }),
		output: z.object({
			items: z.array(
				z.object({
					kind: z.enum(searchKinds),
					id: z.string(),
					title: z.string(),
					subtitle: z.string(),
					path: z.string(),
				}),
			),
		}),
	}),
};
