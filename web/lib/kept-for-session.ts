import { attempt } from './attempt.ts';

/** Prefix of local storage keys that are removed when the session ends. */
export const KEPT_FOR_SESSION = 'admin-';

export function forgetSession(): void {
	attempt(() => {
		for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT_FOR_SESSION)) localStorage.removeItem(key);
	});
}
