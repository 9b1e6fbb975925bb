import type { AdminUserRow } from '../../../contract/admin/admin.ts';
import { filterUsers } from './users-page.tsx';

function user(id: string, robloxUsername: string | null, totalEarned: number, lastAccess: number | null): AdminUserRow {
	return { id, roblox_username: robloxUsername, robux: 0, totalEarned, totalWithdrawn: 0, last_access: lastAccess };
}

const users = [
	user('a', 'builderman', 5, 300),
	user('b', 'Builder_Two', 50, null),
	user('c', null, 500, 100),
	user('d', 'somebody', 5, 200),
];

// spec: 9.users-order, 5.search
test.each([
	['all by earnings', { orderBy: 'totalEarned' }, 'cbad'],
	['all by last visit, those who never visited last', { orderBy: 'last_access' }, 'adcb'],
	['a range of visits', { orderBy: 'last_access', from: 200, until: 300 }, 'd'],
	['a range without those who never visited', { orderBy: 'totalEarned', until: 1_000 }, 'cad'],
	['a part of the name in another case', { orderBy: 'totalEarned', search: 'BUILDER' }, 'ba'],
	['a part of the name with outer spaces', { orderBy: 'last_access', search: ' er_t ' }, 'b'],
	['an unknown name', { orderBy: 'totalEarned', search: 'stranger' }, ''],
] as const)('users are filtered and sorted: %s', (_what, filter, expected) => {
	const found = filterUsers(users, { search: '', ...filter });
	expect(found.map(({ id }) => id).join('')).toBe(expected);
});
