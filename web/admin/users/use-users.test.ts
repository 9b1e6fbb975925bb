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
const ids = (list: AdminUserRow[]) => list.map(({ id }) => id).join('');

// spec: 9.users-order
test('users are sorted by earnings, or by last visit with those who never visited last', () => {
	expect(ids(filterUsers(users, { orderBy: 'totalEarned', search: '' }))).toBe('cbad');
	expect(ids(filterUsers(users, { orderBy: 'last_access', search: '' }))).toBe('adcb');
});

test('a date range filters by last visit and excludes users who never visited', () => {
	expect(ids(filterUsers(users, { orderBy: 'last_access', search: '', from: 200, until: 300 }))).toBe('d');
	expect(ids(filterUsers(users, { orderBy: 'totalEarned', search: '', until: 1_000 }))).toBe('cad');
});

// spec: 5.search
test('a search matches part of the game username, ignoring case and outer spaces', () => {
	expect(ids(filterUsers(users, { orderBy: 'totalEarned', search: 'BUILDER' }))).toBe('ba');
	expect(ids(filterUsers(users, { orderBy: 'last_access', search: ' er_t ' }))).toBe('b');
	expect(ids(filterUsers(users, { orderBy: 'totalEarned', search: 'nobody' }))).toBe('');
});
