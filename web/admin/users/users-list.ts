import type { AdminUserRow, UsersPageRequest } from '../../../contract/admin/admin.ts';

export type UsersFilter = Pick<UsersPageRequest, 'orderBy' | 'search'>;

/**
 * The list as the specification has it (sections 5 and 9): those whose game username contains the text, in any case, by what
 * they earned, or by their last visit, newest first. Whoever was never here comes last.
 */
export function filterUsers(users: readonly AdminUserRow[], { orderBy, search }: UsersFilter): AdminUserRow[] {
	const wanted = search.trim().toLowerCase();
	const keyOf = (user: AdminUserRow) => (orderBy === 'totalEarned' ? user.totalEarned : (user.last_access ?? -1));
	return users
		.filter(({ roblox_username: name }) => !wanted || name?.toLowerCase().includes(wanted))
		.sort((a, b) => keyOf(b) - keyOf(a));
}
