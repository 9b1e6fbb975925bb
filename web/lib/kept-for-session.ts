import { attempt } from './attempt.ts';

/** What local storage keeps for whoever is signed in has a name that begins so, and goes when the session ends. */
export const KEPT_FOR_SESSION = 'admin-';

export function forgetSession(): void {
	attempt(() => {
		for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT_FOR_SESSION)) localStorage.removeItem(key);
	});
}
