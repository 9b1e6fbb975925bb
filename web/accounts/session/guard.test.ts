import { CallError } from '../../../contract/errors.ts';
import type { UserDocumentState } from '../../lib/calls/data-client.ts';
import type { AuthState } from './auth-state.ts';
import { decideEntry, decideRoleEntry } from './guard.ts';

const signedIn: AuthState = { kind: 'signed-in', uid: 'u-1', handOff: 'none' };

function recordWith(role: string | null): UserDocumentState {
	return { kind: 'ready', document: { avatar_url: null, roblox_username: null, role, robux: 0, last_access: null } };
}

// spec: 2.guest-redirect
test('redirects a guest to the home page, and from admin paths to the admin login', () => {
	const guest: AuthState = { kind: 'guest' };
	expect(decideEntry(guest, '/withdraw')).toEqual({ kind: 'redirect', to: '/' });
	expect(decideEntry(guest, '/administrators')).toEqual({ kind: 'redirect', to: '/' });
	expect(decideEntry(guest, '/admin')).toEqual({ kind: 'redirect', to: '/admin/login' });
	for (const path of ['/admin/users', '/ADMIN', '/Admin/Users', '/%61dmin', '/admin/']) {
		expect(decideEntry(guest, path), path).toEqual({ kind: 'redirect', to: '/admin/login' });
	}
});

// spec: 6.token-guest
test('a guest whose hand-off token is being exchanged may enter, and an unreachable server causes no redirect', () => {
	expect(decideEntry({ kind: 'exchanging' }, '/withdraw')).toEqual({ kind: 'enter' });
	expect(decideEntry({ kind: 'unreachable' }, '/withdraw')).toEqual({ kind: 'unreachable' });
});

// spec: 2.admin-routes, 4.guard-role, 8.role
test('a wrong or unreadable role redirects to /login', () => {
	const toLanding = { kind: 'redirect', to: '/login' };
	const failed: UserDocumentState = { kind: 'failed', error: new CallError('unavailable', { message: '' }) };
	expect(decideRoleEntry(signedIn, '/admin', 'Admin', recordWith(null))).toEqual(toLanding);
	expect(decideRoleEntry(signedIn, '/admin', 'Admin', recordWith('admin'))).toEqual(toLanding);
	expect(decideRoleEntry(signedIn, '/admin', 'Admin', failed)).toEqual(toLanding);
});

test('waits for the role, then admits the right one; a guest goes to the admin login', () => {
	expect(decideRoleEntry(signedIn, '/admin', 'Admin', { kind: 'loading' })).toEqual({ kind: 'wait' });
	expect(decideRoleEntry(signedIn, '/admin', 'Admin', recordWith('Admin'))).toEqual({ kind: 'enter' });
	expect(decideRoleEntry({ kind: 'guest' }, '/admin', 'Admin', recordWith('Admin'))).toEqual({
		kind: 'redirect',
		to: '/admin/login',
	});
});
