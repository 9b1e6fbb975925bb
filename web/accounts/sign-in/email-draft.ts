import { attempt } from '../../lib/attempt.ts';

const KEY = 'email-draft';

/** Keeps the typed address during a provider round trip, per tab and user. */
export const emailDraft = {
	keep: (uid: string, address: string) => attempt(() => sessionStorage.setItem(KEY, JSON.stringify({ uid, address }))),
	forget: () => attempt(() => sessionStorage.removeItem(KEY)),
	take(uid: string): string | undefined {
		const stored = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
		attempt(() => sessionStorage.removeItem(KEY));
		return stored?.uid === uid ? String(stored.address) : undefined;
	},
};
