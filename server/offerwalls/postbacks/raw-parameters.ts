/** Parameters of a postback: decoded once, each name at most once. */
export type RawParameters = ReadonlyMap<string, string>;

/** How the postbacks of a partner are read, by how they arrive. */
export function readerOf({ arrival }: { arrival: 'query' | 'form' | 'json' }) {
	return arrival === 'json' ? readJsonParameters : readRawParameters;
}

const PARAMETERS_MAX = 100;
/** An escaped letter, digit, or one of `-._`. No encoder writes that, and it would let one text travel in many forms. */
const NEEDLESS_ESCAPE = /%(2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f)/i;

/**
 * Reads `a=1&b=2` without a general parser's generosity: a repeated name, a malformed or needless escape or an empty name
 * makes the whole postback unreadable, because two readers could then disagree on what was signed.
 * @returns undefined when it is not read.
 */
export function readRawParameters(text: string): RawParameters | undefined {
	const parameters = new Map<string, string>();
	if (text === '') return parameters;
	const isPlain = !text.includes('%') && !text.includes('+');
	if (!isPlain && NEEDLESS_ESCAPE.test(text)) return undefined;
	// By hand instead of split: this runs for every postback, and most of what split makes is thrown away again.
	for (let start = 0; start <= text.length; ) {
		const next = text.indexOf('&', start);
		const end = next < 0 ? text.length : next;
		const found = text.indexOf('=', start);
		const separator = found < 0 || found > end ? end : found;
		const rawName = text.slice(start, separator);
		const rawValue = text.slice(separator + 1, end);
		const name = isPlain ? rawName : decode(rawName);
		const value = isPlain ? rawValue : decode(rawValue);
		if (!name || value === undefined || parameters.has(name) || parameters.size === PARAMETERS_MAX) return undefined;
		parameters.set(name, value);
		start = end + 1;
	}
	return parameters;
}

/** One `"name": value` of a flat JSON object and what follows it. */
const JSON_PAIR =
	/[ \t\r\n]*("(?:[^"\\\p{Cc}]|\\.)*")[ \t\r\n]*:[ \t\r\n]*("(?:[^"\\\p{Cc}]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)[ \t\r\n]*(,|\}[ \t\r\n]*$)/uy;

/**
 * Reads a flat JSON object the same way: numbers and words keep the text they came as, a repeated name or anything nested
 * makes it unreadable. `JSON.parse` would keep the last of two and turn `100.00` into 100.
 * @returns undefined when it is not read.
 */
export function readJsonParameters(text: string): RawParameters | undefined {
	const parameters = new Map<string, string>();
	const start = /^[ \t\r\n]*\{/.exec(text);
	if (!start) return undefined;
	JSON_PAIR.lastIndex = start[0].length;
	for (let count = 0; count < PARAMETERS_MAX; count += 1) {
		const match = JSON_PAIR.exec(text);
		if (!match) return undefined;
		const [, quotedName = '', raw = '', end] = match;
		const name = unquote(quotedName);
		const value = raw.startsWith('"') ? unquote(raw) : raw === 'null' ? '' : raw;
		if (!name || value === undefined || parameters.has(name)) return undefined;
		parameters.set(name, value);
		if (end !== ',') return parameters;
	}
	return undefined;
}

function decode(text: string): string | undefined {
	if (!/[%+]/.test(text)) return text;
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return undefined;
	}
}

function unquote(text: string): string | undefined {
	try {
		return JSON.parse(text) as string;
	} catch {
		return undefined;
	}
}
