import type { AdminUserRow, UsersPageRequest } from '../../../contract/admin/admin.ts';

export type UsersFilter = Pick<UsersPageRequest, 'orderBy' | 'search'>;

/** The specification's list (sections 5 and 9): most earned first, or last visit first with those of none at the end. */
export function filterUsers(users: readonly AdminUserRow[], { orderBy, search }: UsersFilter): AdminUserRow[] {
	const wanted = search.trim().toLowerCase();
	const keyOf = (user: AdminUserRow) => (orderBy === 'totalEarned' ? user.totalEarned : (user.last_access ?? -1));
	return users
		.filter(({ roblox_username: name }) => !wanted || name?.toLowerCase().includes(wanted))
		.sort((a, b) => keyOf(b) - keyOf(a));
}
