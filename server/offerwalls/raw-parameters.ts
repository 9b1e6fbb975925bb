/** Parameters of a callback: decoded once, each name at most once. */
export type RawParameters = ReadonlyMap<string, string>;

const PARAMETERS_MAX = 100;

/**
 * Reads `a=1&b=2` without a general parser's generosity: a repeated name, a malformed escape or an empty name makes the
 * whole callback unreadable, because two readers could then disagree on what was signed.
 * @returns undefined when it is not read.
 */
export function readRawParameters(text: string): RawParameters | undefined {
	const parameters = new Map<string, string>();
	if (text === '') return parameters;
	const pairs = text.split('&');
	if (pairs.length > PARAMETERS_MAX) return undefined;
	for (const pair of pairs) {
		const separator = pair.indexOf('=');
		const name = decode(separator < 0 ? pair : pair.slice(0, separator));
		const value = separator < 0 ? '' : decode(pair.slice(separator + 1));
		if (!name || value === undefined || parameters.has(name)) return undefined;
		parameters.set(name, value);
	}
	return parameters;
}

function decode(text: string): string | undefined {
	if (!/[%+]/.test(text)) return text;
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return undefined;
	}
}
