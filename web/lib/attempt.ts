/** Browsers may deny storage access. @returns undefined if `action` throws */
export function attempt<Value>(action: () => Value): Value | undefined {
	try {
		return action();
	} catch {
		return undefined;
	}
}
