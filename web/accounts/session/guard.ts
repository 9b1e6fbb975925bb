import { accessTo } from '../../../contract/pages.ts';
import type { UserDocumentState } from '../../lib/calls/data-client.ts';
import type { AuthState } from './auth-state.ts';

export type Entry =
	| { kind: 'enter' }
	| { kind: 'wait' }
	| { kind: 'unreachable' }
	| { kind: 'redirect'; to: '/' | '/login' | '/admin/login' };

/** The route guard of specification section 4. */
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

/** Treats an unreadable role as wrong. */
export function decideRoleEntry(auth: AuthState, pathname: string, role: string, user: UserDocumentState): Entry {
	const entry = decideEntry(auth, pathname);
	if (entry.kind !== 'enter' || auth.kind !== 'signed-in') return entry;
	if (auth.handOff === 'used') return { kind: 'wait' };
	if (user.kind === 'loading') return { kind: 'wait' };
	const mayEnter = user.kind === 'ready' && user.document.role === role;
	return mayEnter ? { kind: 'enter' } : { kind: 'redirect', to: '/login' };
}
