const KEY = 'email-draft';

/**
 * The new address that was typed, for the time that a round to a provider takes this page away. In this tab only, and for
 * this person only: somebody else may come back.
 */
export const emailDraft = {
	keep: (uid: string, address: string) => attempt(() => sessionStorage.setItem(KEY, JSON.stringify({ uid, address }))),
	forget: () => attempt(() => sessionStorage.removeItem(KEY)),
	/** What was kept for this person. It is forgotten then. */
	take(uid: string): string | undefined {
		const kept = attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
		attempt(() => sessionStorage.removeItem(KEY));
		return kept?.uid === uid ? String(kept.address) : undefined;
	},
};

/** A browser that keeps nothing for pages answers as if nothing had been kept. */
function attempt<Value>(action: () => Value): Value | undefined {
	try {
		return action();
	} catch {
		return undefined;
	}
}
