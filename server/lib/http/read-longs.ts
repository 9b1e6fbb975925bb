const LONG_TYPES: ReadonlySet<unknown> = new Set([
	'type.googleapis.com/google.protobuf.Int64Value',
	'type.googleapis.com/google.protobuf.UInt64Value',
]);

const DEPTH_MAX = 3;

/**
 * Converts 64-bit integers of Functions clients on Android and iOS:
 * `{"@type": "type.googleapis.com/google.protobuf.Int64Value", "value": "123"}`. Source: `decode` of firebase-functions.
 */
export function readLongs(value: unknown, depth = 0): unknown {
	if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return value;
	if (Array.isArray(value)) return value.map((item) => readLongs(item, depth + 1));
	const fields = value as Record<string, unknown>;
	if (LONG_TYPES.has(fields['@type'])) return toNumber(fields.value) ?? value;
	return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, readLongs(field, depth + 1)]));
}

function toNumber(digits: unknown): number | undefined {
	return typeof digits === 'string' && /^-?\d{1,20}$/.test(digits) ? Number(digits) : undefined;
}
