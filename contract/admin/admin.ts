import { z } from 'zod';
import { defineCall } from '../call.ts';
import { MESSAGE_LENGTH_MAX, USERS_LIST_SIZE, USERS_PAGE_SIZE, USERS_PAGE_SIZE_MAX, userOrders } from '../limits.ts';
import { pageOf } from '../paging.ts';
import { cursor, reason, timeMs, timeRange, uid } from './fields.ts';
import { postbackOutcomes, userDeeds } from './lists.ts';

/** A line of the users list. Amounts are R$, times ms since the epoch. */
export const adminUserRow = z.object({
	id: z.string(),
	roblox_username: z.string().nullable(),
	robux: z.number(),
	totalEarned: z.number(),
	totalWithdrawn: z.number(),
	last_access: z.number().nullable(),
});
export type AdminUserRow = z.output<typeof adminUserRow>;

const usersPageRequest = z
	.strictObject({
		orderBy: z.enum(userOrders).nullish(),
		search: z.string().trim().max(50).nullish(),
		/** Who was here last from then on, and before then. */
		...timeRange,
		/** Who signed up from then on, and before then. */
		joined_from: timeMs.optional(),
		joined_until: timeMs.optional(),
		did: z.enum(userDeeds).optional(),
		cursor,
		limit: z.int().min(1).max(USERS_PAGE_SIZE_MAX).nullish(),
	})
	// A Functions client sends null for `undefined`.
	.transform(({ orderBy, search, cursor, limit, ...range }) => ({
		...range,
		orderBy: orderBy ?? 'totalEarned',
		search: search ?? '',
		cursor: cursor ?? undefined,
		limit: limit ?? USERS_PAGE_SIZE,
	}));
export type UsersPageRequest = z.output<typeof usersPageRequest>;

function orNothing(request: UsersPageRequest | Record<string, never> | null | undefined): UsersPageRequest | undefined {
	return request && 'limit' in request ? (request as UsersPageRequest) : undefined;
}

export const postbackRow = z.object({
	id: z.string(),
	at: z.number(),
	wall: z.string(),
	outcome: z.string(),
	/** Why it was refused or booked nothing, in words for the operator; null where nothing was refused. */
	why: z.string().nullable(),
	ip: z.string(),
	request: z.string(),
	uid: z.string().nullable(),
	/** The game name, or else the e-mail address. */
	user_name: z.string().nullable(),
	/** What the postback booked, or had booked when it came before, in R$. */
	booked: z.object({ kind: z.string(), amount: z.number(), at: z.number() }).nullable(),
	canReplay: z.boolean(),
});
export type PostbackRow = z.output<typeof postbackRow>;

const findPostbacksRequest = z
	.strictObject({
		wall: z.string().max(40).optional(),
		outcome: z.enum(postbackOutcomes).optional(),
		uid: uid.optional(),
		transactionId: z.string().min(1).max(128).optional(),
		text: z.string().min(1).max(200).optional(),
		since: timeMs.optional(),
		until: timeMs.optional(),
		cursor,
		limit: z.int().min(1).max(100).default(25),
	})
	.transform((request) => ({ ...request, cursor: request.cursor ?? undefined }));
export type FindPostbacksRequest = z.output<typeof findPostbacksRequest>;

export const adminCalls = {
	/** Without a payload the users who earned most, all at once; with one, any part of all users in pages. */
	adminGetUsers: defineCall({
		access: 'admin',
		permission: 'read-users',
		// `{}` is no payload. A strict object beside another would have the last word on what is wrong.
		input: z.union([z.null(), z.undefined(), z.record(z.string(), z.never()), usersPageRequest]).transform(orNothing),
		output: z.union([z.array(adminUserRow).max(USERS_LIST_SIZE), pageOf(adminUserRow)]),
	}),
	adminMessageUser: defineCall({
		access: 'admin',
		permission: 'message-users',
		input: z.strictObject({ uid, message: z.string().trim().min(1).max(MESSAGE_LENGTH_MAX) }),
		output: z.object({ uid: z.string() }),
	}),
	/** A page may hold fewer than `limit` and still have a `nextCursor`: each call reads a bounded part, to `searchedBackTo`. */
	adminFindCallbacks: defineCall({
		access: 'admin',
		permission: 'read-callbacks',
		input: findPostbacksRequest,
		output: pageOf(postbackRow).extend({ searchedBackTo: z.number().nullable() }),
	}),
	/** Books a postback that was verified when it came but could not be booked. */
	adminReplayCallback: defineCall({
		access: 'admin',
		permission: 'replay-callbacks',
		input: z.strictObject({ id: z.string().regex(/^\d{1,15}$/), reason: reason.nullish() }),
		output: z.object({ outcome: z.enum(postbackOutcomes) }),
	}),
};
