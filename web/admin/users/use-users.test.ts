import { expect, test } from 'vitest';
import type { AdminUserRow } from '../../../contract/admin/admin.ts';
import { filterUsers } from './use-users.ts';

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
test('the list is by what was earned, or by the last visit with those who never came at the end', () => {
	expect(ids(filterUsers(users, { orderBy: 'totalEarned', search: '' }))).toBe('cbad');
	expect(ids(filterUsers(users, { orderBy: 'last_access', search: '' }))).toBe('adcb');
});

test('a range is of the last visit, and leaves out those who never came', () => {
	expect(ids(filterUsers(users, { orderBy: 'last_access', search: '', from: 200, until: 300 }))).toBe('d');
	expect(ids(filterUsers(users, { orderBy: 'totalEarned', search: '', until: 1_000 }))).toBe('cad');
});

// spec: 5.search
test('a search is for a part of the game username, in any case', () => {
	expect(ids(filterUsers(users, { orderBy: 'totalEarned', search: 'BUILDER' }))).toBe('ba');
	expect(ids(filterUsers(users, { orderBy: 'last_access', search: ' er_t ' }))).toBe('b');
	expect(ids(filterUsers(users, { orderBy: 'totalEarned', search: 'nobody' }))).toBe('');
});
