import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUserRow, UsersPageRequest } from '../../../contract/admin/admin.ts';
import type { UserAction } from '../../../contract/admin/lists.ts';
import { USERS_LIST_SIZE, USERS_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Page } from '../../../contract/paging.ts';
import { useCall, useReadData } from '../../lib/calls/clients.tsx';
import { firstData } from '../../lib/calls/first-data.ts';
import { type History, useHistory } from '../../lib/use-history.ts';

type UsersFilter = Pick<UsersPageRequest, 'orderBy' | 'search'> & {
	from?: number;
	until?: number;
	joined_from?: number;
	joined_until?: number;
	did?: UserAction;
};

const SHOWN_STEP = 100;

export type UsersList = History<AdminUserRow> & {
	found: number | undefined;
	/** Set if the server sorts and searches, because there are too many users for one response. */
	beyond: { users: number | undefined } | undefined;
};

/** Filters and sorts locally while all users fit in one response (specification), otherwise on the server. */
export function useUsers(filter: UsersFilter): UsersList {
	const call = useCall();
	const isForServer = [filter.joined_from, filter.joined_until, filter.did].some((value) => value !== undefined);
	const all = useQuery({
		queryKey: ['admin', 'users'],
		queryFn: async ({ signal }) => {
			const users = await call('adminGetUsers', null, signal);
			return Array.isArray(users) ? users : users.items;
		},
		enabled: !isForServer,
	});
	const beyond = useBeyond(all.data);
	const [first] = useState(() => ({ filter: keyOf(filter), items: takeFirstPage(filter)?.items }));
	const early = first.filter === keyOf(filter) ? first.items : undefined;
	const here = useShownSteps(all.data && beyond === 'none' ? filterUsers(all.data, filter) : undefined, filter);
	const isLarge = isForServer || typeof beyond === 'object';
	const pages = useHistory<AdminUserRow>(
		['admin', 'users', filter],
		async (cursor, signal) => {
			const page = await call('adminGetUsers', { ...filter, cursor, limit: SHOWN_STEP }, signal);
			return Array.isArray(page) ? { items: page, nextCursor: null } : page;
		},
		{ enabled: isLarge },
	);
	if (isLarge) {
		const items = pages.items ?? early;
		return { ...pages, items, found: undefined, beyond: typeof beyond === 'object' ? beyond : undefined };
	}
	return { ...here, items: here.items ?? early, error: all.error, retry: () => all.refetch(), beyond: undefined };
}

const keyOf = (filter: UsersFilter) => JSON.stringify(filter);
const takeFirstPage = (filter: UsersFilter) =>
	firstData.take<Page<AdminUserRow>>('adminGetUsers', { ...filter, limit: USERS_PAGE_SIZE });

/** A full response may be incomplete; the number of users decides. */
function useBeyond(users: readonly AdminUserRow[] | undefined): 'none' | 'unknown' | { users: number | undefined } {
	const readData = useReadData();
	const isFull = (users?.length ?? 0) >= USERS_LIST_SIZE;
	const count = useQuery({
		queryKey: ['admin', 'users-count'],
		queryFn: async ({ signal }): Promise<number> => (await (await readData('/data/users/count', signal)).json()).count,
		enabled: isFull,
	});
	if (!isFull) return 'none';
	if (count.isPending) return 'unknown';
	return (count.data ?? Number.POSITIVE_INFINITY) > USERS_LIST_SIZE ? { users: count.data } : 'none';
}

function useShownSteps(users: AdminUserRow[] | undefined, filter: UsersFilter) {
	const key = keyOf(filter);
	const [shown, setShown] = useState({ key, count: SHOWN_STEP });
	const count = shown.key === key ? shown.count : SHOWN_STEP;
	const load = () => setShown({ key, count: count + SHOWN_STEP });
	return {
		items: users?.slice(0, count),
		found: users?.length,
		more: users && users.length > count ? { load, isLoading: false } : undefined,
	};
}

export function filterUsers(users: readonly AdminUserRow[], filter: UsersFilter): AdminUserRow[] {
	const { orderBy, search, from = 0, until = Number.POSITIVE_INFINITY } = filter;
	const isOfRange = filter.from !== undefined || filter.until !== undefined;
	const wanted = search.trim().toLowerCase();
	const keyOf = (user: AdminUserRow) => (orderBy === 'totalEarned' ? user.totalEarned : (user.last_access ?? -1));
	return users
		.filter(({ roblox_username: name }) => !wanted || name?.toLowerCase().includes(wanted))
		.filter(({ last_access: at }) => !isOfRange || (at !== null && at >= from && at < until))
		.sort((a, b) => keyOf(b) - keyOf(a));
}
