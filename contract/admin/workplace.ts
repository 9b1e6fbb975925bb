import { z } from 'zod';
import { defineCall } from '../call.ts';
import { SEARCH_LENGTH_MAX } from '../limits.ts';
import { noPayload } from '../no-payload.ts';

/** What can be found, in the order in which it is listed. */
export const searchKinds = ['user', 'withdrawal', 'transaction', 'claim', 'thread', 'address'] as const;
export type SearchKind = (typeof searchKinds)[number];

export const workplaceCalls = {
	/** Around every page of the admin area. */
	adminGetWorkplace: defineCall({
		access: 'admin',
		permission: 'read-dashboard',
		input: noPayload,
		output: z.object({
			/** `sandbox`: whoever pays, and is paid, is played. */
			environment: z.enum(['sandbox', 'live']),
		}),
	}),
};

export const searchCalls = {
	/**
	 * Whatever begins with what is typed, and the whole of it first: e-mail, display and game name and uid of a person, order id,
	 * reference of a claim or a thread, network address. A partner's transaction is found by the whole of it. What the role may not read is not found.
	 */
	adminSearch: defineCall({
		access: 'admin',
		permission: 'read-dashboard',
		input: z.strictObject({ query: z.string().trim().min(1).max(SEARCH_LENGTH_MAX) }),
		output: z.object({
			items: z.array(
				z.object({
					kind: z.enum(searchKinds),
					id: z.string(),
					title: z.string(),
					subtitle: z.string(),
					/** The page about it. */
					path: z.string(),
				}),
			),
		}),
	}),
};
