import { accessTo } from '../../../contract/pages.ts';
import type { UserDocumentState } from '../../lib/calls/data-client.ts';
import type { AuthState } from './auth-state.ts';

export type Entry =
	| { kind: 'enter' }
	/** Not known yet: the role is being read. */
	| { kind: 'wait' }
	| { kind: 'unreachable' }
	| { kind: 'redirect'; to: '/' | '/login' | '/admin/login' };

/** The specification's route guard (section 4) for pages that need sign-in. */
export function decideEntry(auth: AuthState, pathname: string): Entry {
	switch (auth.kind) {
		case 'signed-in':
		case 'exchanging':
			return { kind: 'enter' };
		case 'unknown':
			return { kind: 'wait' };
		case 'unreachable':
			return { kind: 'unreachable' };
		case 'guest':
			return { kind: 'redirect', to: accessTo(pathname) === 'admin' ? '/admin/login' : '/' };
	}
}

/** The same for pages that also need a role. A role that cannot be read counts as the wrong one. */
export function decideRoleEntry(auth: AuthState, pathname: string, role: string, user: UserDocumentState): Entry {
	const entry = decideEntry(auth, pathname);
	if (entry.kind !== 'enter' || auth.kind !== 'signed-in') return entry;
	// On the way to another page: whoever came by an address token is sent there, whatever their role.
	if (auth.handOff === 'used') return { kind: 'wait' };
	if (user.kind === 'loading') return { kind: 'wait' };
	const mayEnter = user.kind === 'ready' && user.document.role === role;
	return mayEnter ? { kind: 'enter' } : { kind: 'redirect', to: '/login' };
}
