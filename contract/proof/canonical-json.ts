/** Canonical JSON (RFC 8785), for hashing and signing. */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map((each) => canonicalJson(each ?? null)).join(',')}]`;
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).filter(([, each]) => each !== undefined);
		const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
		return `{${sorted.map(([key, each]) => `${JSON.stringify(key)}:${canonicalJson(each)}`).join(',')}}`;
	}
	if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${value} has no place in JSON`);
	const text = JSON.stringify(value);
	if (text === undefined) throw new Error(`a ${typeof value} has no place in JSON`);
	return text;
}
