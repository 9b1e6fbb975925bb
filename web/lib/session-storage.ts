import { attempt } from './attempt.ts';

export const SESSION_KEY_PREFIX = 'admin-';

export function forgetSession(): void {
	attempt(() => {
		for (const key of Object.keys(localStorage)) if (key.startsWith(SESSION_KEY_PREFIX)) localStorage.removeItem(key);
	});
}

/** Outlives a reload or a round trip to another site. */
export function keptInTab<Value>(key: string) {
	const forget = () => void attempt(() => sessionStorage.removeItem(key));
	return {
		forget,
		put: (value: Value) => void attempt(() => sessionStorage.setItem(key, JSON.stringify(value))),
		/** Returns the value once. */
		take(): Partial<Value> | undefined {
			const stored = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'));
			forget();
			return stored ?? undefined;
		},
	};
}
