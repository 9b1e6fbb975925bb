/** For storage: a browser that keeps nothing for pages answers as if nothing had been kept. */
export function attempt<Value>(action: () => Value): Value | undefined {
	try {
		return action();
	} catch {
		return undefined;
	}
}
