/** Caches the result for each object. */
export function oncePer<Key extends object, Result extends object | string>(compute: (key: Key) => Result) {
	const known = new WeakMap<Key, Result>();
	return (key: Key): Result => {
		const result = known.get(key) ?? compute(key);
		known.set(key, result);
		return result;
	};
}
