/** Keeps the first value of a repeated parameter. */
export type RawParameters = ReadonlyMap<string, string> & {
	readonly repeated?: ReadonlySet<string>;
	/** The bytes that were signed, one character per byte, where they differ from the UTF-8 of the value. */
	readonly received?: ReadonlyMap<string, string>;
};

/** Limits the parameters; the whole body is at most 64 kB. */
const PARAMETERS_MAX = 1_000;

type Reading = Map<string, string> & { repeated?: Set<string>; received?: Map<string, string> };

function add(parameters: Reading, name: string, { text, bytes }: Value): boolean {
	if (name === '') return true;
	if (parameters.has(name)) {
		parameters.repeated ??= new Set();
		parameters.repeated.add(name);
		return true;
	}
	if (parameters.size === PARAMETERS_MAX) return false;
	parameters.set(name, text);
	if (bytes === undefined) return true;
	parameters.received ??= new Map();
	parameters.received.set(name, bytes);
	return true;
}

type Value = { text: string; bytes?: string };

export function bytesOf(parameters: RawParameters, name: string): string | undefined {
	const text = parameters.get(name);
	return text === undefined ? undefined : (parameters.received?.get(name) ?? toBytes(text));
}

export const toBytes = (text: string): string =>
	BEYOND_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text;

/** GET parameters or a POST body. @param text one character per byte. */
export type Arrived = { text: string; isBody: boolean; type?: string | undefined };

/** Recognizes the format by the body, not by its content type, which may be wrong. */
export function readArrived({ text, isBody, type = '' }: Arrived): RawParameters | 'unsupported' | undefined {
	if (!isBody) return readRawParameters(text);
	if (/^(?:\xef\xbb\xbf)?[ \t\r\n]*[{[]/.test(text)) return readJsonParameters(readable(text).text);
	const boundary = /^(?:\r\n)?--([^\r\n]{1,200})\r\n/.exec(text)?.[1];
	if (boundary !== undefined) return readMultipart(text, boundary);
	if (/^\s*</.test(text) || /\b(?:xml|image|pdf|msgpack|protobuf)\b/i.test(type)) return 'unsupported';
	return readRawParameters(text.replace(/^\xef\xbb\xbf|\r?\n$/g, ''));
}

/** Like `application/x-www-form-urlencoded` in the WHATWG URL standard. @param text one character per byte. */
export function readRawParameters(text: string): RawParameters | undefined {
	const parameters: Reading = new Map();
	const isPlain = !/[%+\x80-\uffff]/.test(text);
	for (let start = 0; start < text.length; ) {
		const next = text.indexOf('&', start);
		const end = next < 0 ? text.length : next;
		const found = text.indexOf('=', start);
		const separator = found < 0 || found > end ? end : found;
		const name = text.slice(start, separator);
		const value = text.slice(separator + 1, end);
		const isRead = isPlain ? add(parameters, name, { text: value }) : add(parameters, decode(name).text, decode(value));
		if (!isRead) return undefined;
		start = end + 1;
	}
	return parameters;
}

const JSON_TOKEN = /[ \t\r\n]*("(?:[^"\\]|\\.)*"|[^\s"{}[\],:]+|[{}[\],:])/y;

/**
 * Reads the values of objects; those of a nested object have a dotted name, such as `data.amount`. Keeps numbers as
 * text, because `JSON.parse` turns `100.00` into 100.
 */
export function readJsonParameters(text: string): RawParameters | undefined {
	const json = text.replace(/^\ufeff/, '');
	if (!isJson(json)) return undefined;
	const parameters: Reading = new Map();
	/** Prefixes of the objects that are open; undefined for an array and its contents. */
	const open: (string | undefined)[] = [];
	let key: string | undefined;
	let isKey = false;
	JSON_TOKEN.lastIndex = 0;
	for (let token = JSON_TOKEN.exec(json)?.[1]; token !== undefined; token = JSON_TOKEN.exec(json)?.[1]) {
		const prefix = open.at(-1);
		if (token === '{' || token === '[') {
			const isRoot = open.length === 0;
			const isNamed = token === '{' && (isRoot || (prefix !== undefined && !!key));
			open.push(isNamed ? (isRoot ? '' : `${prefix}${key}.`) : undefined);
			isKey = token === '{';
		} else if (token === '}' || token === ']') {
			open.pop();
			isKey = false;
		} else if (token === ',') isKey = true;
		else if (token === ':') isKey = false;
		else if (prefix !== undefined && isKey) key = JSON.parse(token) as string;
		else if (prefix !== undefined && key && !add(parameters, prefix + key, tokenValue(token))) return undefined;
	}
	return parameters.size > 0 ? parameters : undefined;
}

function isJson(text: string): boolean {
	try {
		return JSON.parse(text) !== undefined;
	} catch {
		return false;
	}
}

function tokenValue(token: string): Value {
	if (token.startsWith('"')) return { text: JSON.parse(token) as string };
	if (token === 'null') return { text: '' };
	const plain = withoutExponent(token);
	return plain === token ? { text: token } : { text: plain, bytes: token };
}

const EXPONENT_MAX = 20;

/** `1E-05` -> `0.00001`. */
export function withoutExponent(number: string): string {
	const [, sign = '', whole = '', fraction = '', power = ''] =
		/^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/.exec(number) ?? [];
	const shift = Number(power);
	if (whole === '' || Math.abs(shift) > EXPONENT_MAX) return number;
	const digits = '0'.repeat(EXPONENT_MAX) + whole + fraction + '0'.repeat(EXPONENT_MAX);
	const point = EXPONENT_MAX + whole.length + shift;
	const decimals = digits.slice(point).replace(/0+$/, '');
	return `${sign}${digits.slice(0, point).replace(/^0+(?=\d)/, '')}${decimals && `.${decimals}`}`;
}

function readMultipart(text: string, boundary: string): RawParameters | undefined {
	const parameters: Reading = new Map();
	for (const part of text.split(`--${boundary}`).slice(1)) {
		const end = part.indexOf('\r\n\r\n');
		const head = part.slice(0, end);
		const name = /^content-disposition:[^\r\n]*;[ \t]*name=(?:"([^"\r\n]*)"|([^\s;]+))/im.exec(head);
		if (end < 0 || !name || /^content-disposition:[^\r\n]*;[ \t]*filename\*?=/im.test(head)) continue;
		const value = readable(part.slice(end + 4).replace(/\r\n$/, ''));
		if (!add(parameters, readable(name[1] ?? name[2] ?? '').text, value)) return undefined;
	}
	return parameters;
}

const BEYOND_ASCII = /[\x80-\uffff]/;

function decode(raw: string): Value {
	if (!/[%+\x80-\uffff]/.test(raw)) return { text: raw };
	const spaced = raw.replaceAll('+', ' ');
	return readable(spaced.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))));
}

/** Decodes as Windows-1252 unless the bytes are UTF-8. Drops a last character that was cut off. */
function readable(bytes: string): Value {
	if (!BEYOND_ASCII.test(bytes)) return { text: bytes };
	const text = utf8(bytes);
	if (text !== undefined) return { text };
	const rest = bytes.replace(CUT_OFF, '');
	const shorter = rest === bytes ? undefined : utf8(rest);
	const isCutOff = shorter !== undefined && (BEYOND_ASCII.test(rest) || !LATIN_LETTER.test(bytes));
	return { text: isCutOff ? shorter : latin.decode(Buffer.from(bytes, 'latin1')), bytes };
}

const CUT_OFF = /(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})$/;
/** `Ã` and `Â` are unlikely as a last letter, so they are the first byte of a cut-off character. */
const LATIN_LETTER = /[\xc4-\xff]$/;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin = new TextDecoder('windows-1252');

function utf8(bytes: string): string | undefined {
	try {
		return strict.decode(Buffer.from(bytes, 'latin1'));
	} catch {
		return undefined;
	}
}
