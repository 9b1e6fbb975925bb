/** Caches the result for each object. */
export function oncePer<Key extends object, Result extends object | string>(compute: (key: Key) => Result) {
	const known = new WeakMap<Key, Result>();
	return (key: Key): Result => {
		const found = known.get(key);
		if (found !== undefined) return found;
		const result = compute(key);
		known.set(key, result);
		return result;
	};
}
