import { attempt } from '../../lib/attempt.ts';
import { KEPT_FOR_SESSION } from '../../lib/kept-for-session.ts';
import type { Found } from './found.ts';

const KEY = `${KEPT_FOR_SESSION}recent-finds`;
const KEPT_MAX = 6;

/** Results opened from the search in this session, latest first. */
export function recentFinds(): Found[] {
	const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? '[]'));
	return Array.isArray(kept) ? kept.filter(isFound) : [];
}

export function keepFind(found: Found): void {
	const others = recentFinds().filter(({ path }) => path !== found.path);
	attempt(() => localStorage.setItem(KEY, JSON.stringify([found, ...others].slice(0, KEPT_MAX))));
}

/** Another version of the site may have stored it. */
function isFound(kept: Partial<Found> | null): kept is Found {
	return typeof kept?.title === 'string' && typeof kept.path === 'string' && kept.path.startsWith('/admin/');
}
