import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminUserRow, UsersPageRequest } from '../../../contract/admin/admin.ts';
import { USERS_LIST_SIZE, USERS_PAGE_SIZE } from '../../../contract/limits.ts';
import { useCall } from '../../lib/calls/clients.tsx';
import { type History, useHistory } from '../../lib/use-history.ts';

type UsersFilter = Pick<UsersPageRequest, 'orderBy' | 'search'>;

const SHOWN_STEP = 100;

/** Filtered and sorted here while all users fit into one answer (specification); on a larger site by the server. */
export function useUsers(filter: UsersFilter): History<AdminUserRow> {
	const call = useCall();
	const all = useQuery({
		queryKey: ['admin', 'users'],
		queryFn: async ({ signal }) => {
			const users = await call('adminGetUsers', null, signal);
			return Array.isArray(users) ? users : users.items;
		},
	});
	const isLarge = (all.data?.length ?? 0) >= USERS_LIST_SIZE;
	const here = useShownSteps(all.data && !isLarge ? filterUsers(all.data, filter) : undefined, filter);
	const pages = useHistory<AdminUserRow>(
		['admin', 'users', filter.orderBy, filter.search],
		async (cursor, signal) => {
			const page = await call('adminGetUsers', { ...filter, cursor, limit: USERS_PAGE_SIZE }, signal);
			return Array.isArray(page) ? { items: page, nextCursor: null } : page;
		},
		{ enabled: isLarge },
	);
	return isLarge ? pages : { ...here, error: all.error, retry: () => all.refetch() };
}

function useShownSteps(users: AdminUserRow[] | undefined, { orderBy, search }: UsersFilter) {
	const key = `${orderBy} ${search}`;
	const [shown, setShown] = useState({ key, count: SHOWN_STEP });
	const count = shown.key === key ? shown.count : SHOWN_STEP;
	const load = () => setShown({ key, count: count + SHOWN_STEP });
	return {
		items: users?.slice(0, count),
		more: users && users.length > count ? { load, isLoading: false } : undefined,
	};
}

/** The specification's list (sections 5 and 9): most earned first, or last visit first with those of none at the end. */
export function filterUsers(users: readonly AdminUserRow[], { orderBy, search }: UsersFilter): AdminUserRow[] {
	const wanted = search.trim().toLowerCase();
	const keyOf = (user: AdminUserRow) => (orderBy === 'totalEarned' ? user.totalEarned : (user.last_access ?? -1));
	return users
		.filter(({ roblox_username: name }) => !wanted || name?.toLowerCase().includes(wanted))
		.sort((a, b) => keyOf(b) - keyOf(a));
}
