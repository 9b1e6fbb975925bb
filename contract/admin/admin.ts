import { z } from 'zod';
import { defineStaffCall } from '../call.ts';
import { USERS_LIST_SIZE, USERS_PAGE_SIZE, USERS_PAGE_SIZE_MAX, userOrders } from '../limits.ts';
import { pageOf } from '../paging.ts';
import { cursor, timeMs, timeRange } from './fields.ts';
import { userActions } from './lists.ts';

/** Amounts are R$, times ms since the epoch. */
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
		...timeRange,
		joined_from: timeMs.optional(),
		joined_until: timeMs.optional(),
		did: z.enum(userActions).optional(),
		cursor,
		limit: z.int().min(1).max(USERS_PAGE_SIZE_MAX).nullish(),
	})
	// Firebase Functions clients send null for `undefined`.
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

export const adminCalls = {
	adminGetUsers: defineStaffCall('read-users', {
		// `{}` counts as no payload. With another strict object in the union, that object would decide the error message.
		input: z.union([z.null(), z.undefined(), z.record(z.string(), z.never()), usersPageRequest]).transform(orNothing),
		output: z.union([z.array(adminUserRow).max(USERS_LIST_SIZE), pageOf(adminUserRow)]),
	}),
};
