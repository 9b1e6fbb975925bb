import { attempt } from './attempt.ts';

export const SESSION_KEY_PREFIX = 'admin-';

export function forgetSession(): void {
	attempt(() => {
		for (const key of Object.keys(localStorage)) if (key.startsWith(SESSION_KEY_PREFIX)) localStorage.removeItem(key);
	});
}
