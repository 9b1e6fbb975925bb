export type RawParameters = ReadonlyMap<string, string>;

export function readerOf({ arrival }: { arrival: 'query' | 'form' | 'json' }) {
	return arrival === 'json' ? readJsonParameters : readRawParameters;
}

const PARAMETERS_MAX = 100;
/** Encoders never escape these, so one text would have several forms. */
const NEEDLESS_ESCAPE = /%(2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f)/i;

/** Refuses repeated or empty names and malformed or needless escapes, because readers could disagree on the signed text. */
export function readRawParameters(text: string): RawParameters | undefined {
	const parameters = new Map<string, string>();
	if (text === '') return parameters;
	const isPlain = !text.includes('%') && !text.includes('+');
	if (!isPlain && NEEDLESS_ESCAPE.test(text)) return undefined;
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

const JSON_PAIR =
	/[ \t\r\n]*("(?:[^"\\\p{Cc}]|\\.)*")[ \t\r\n]*:[ \t\r\n]*("(?:[^"\\\p{Cc}]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)[ \t\r\n]*(,|\}[ \t\r\n]*$)/uy;

/** Keeps values as text, because `JSON.parse` turns `100.00` into 100. */
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
