import { attempt } from '../../lib/attempt.ts';
import { SESSION_KEY_PREFIX } from '../../lib/session-storage.ts';
import type { Found } from './found.ts';

const KEY = `${SESSION_KEY_PREFIX}recent-finds`;
const STORED_MAX = 6;

export function recentFinds(): Found[] {
	const stored: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? '[]'));
	return Array.isArray(stored) ? stored.filter(isFound) : [];
}

export function keepFind(found: Found): void {
	const others = recentFinds().filter(({ path }) => path !== found.path);
	attempt(() => localStorage.setItem(KEY, JSON.stringify([found, ...others].slice(0, STORED_MAX))));
}

function isFound(stored: Partial<Found> | null): stored is Found {
	return typeof stored?.title === 'string' && typeof stored.path === 'string' && stored.path.startsWith('/admin/');
}
