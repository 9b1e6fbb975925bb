const entities: ReadonlyMap<string, string> = new Map(
	(
		'amp& lt< gt> quot" apos\' nbsp\u00a0 trade™ reg® copy© hellip… ndash– mdash— lsquo\u2018 rsquo\u2019 ldquo“ rdquo” laquo« raquo» ' +
		'bull• middot· times× deg° frac12½ euro€ pound£ yen¥ cent¢ sect§ iexcl¡ iquest¿ szlig\u00df aelig\u00e6 oslash\u00f8 ' +
		'agrave\u00e0 aacute\u00e1 acirc\u00e2 atilde\u00e3 auml\u00e4 aring\u00e5 ccedil\u00e7 egrave\u00e8 eacute\u00e9 ' +
		'ecirc\u00ea euml\u00eb iacute\u00ed icirc\u00ee ntilde\u00f1 oacute\u00f3 ocirc\u00f4 otilde\u00f5 ouml\u00f6 ' +
		'uacute\u00fa ucirc\u00fb uuml\u00fc Auml\u00c4 Ouml\u00d6 Uuml\u00dc Eacute\u00c9'
	)
		.split(' ')
		.map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
);

/** Unreplaced macros: `{s1}`, `{{userId}}`, `[SB1]`, `[%TX%]`, `$sid$`, `%uid%`. */
export function isPlaceholder(value = ''): boolean {
	return /^(?:\{+[\w .:-]{1,40}\}+|\[(?:[\w:%]*[_:%\d][\w:%]*|[A-Z]{2,40})\]|%\w{1,40}%|\$\w{1,40}\$)$/.test(value);
}

const letters = new Intl.Segmenter();

export function plainText(value: unknown, lengthMax: number): string {
	if (typeof value !== 'string') return '';
	const text = value
		.slice(0, lengthMax * 4)
		.replace(/<(?:\/?[a-z][^<>]*|!--[^<>]*--)>/gi, ' ')
		.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,6});/gi, (whole, name: string) => characterOf(name) ?? whole)
		.toWellFormed()
		// Keeps joiners, which belong to emoji and to Persian and Indian scripts.
		.replace(/(?:[^\P{C}\u200c\u200d]|\s)+/gu, ' ')
		.trim();
	if (isPlaceholder(text)) return '–';
	if (text.length <= lengthMax) return text;
	const end = letters.segment(text).containing(lengthMax - 1)?.index ?? 0;
	return `${text.slice(0, end).trimEnd()}…`;
}

function characterOf(name: string): string | undefined {
	if (!name.startsWith('#')) return entities.get(name) ?? entities.get(name.toLowerCase());
	const code = Number(name.replace(/^#x/i, '0x').replace('#', ''));
	// As in HTML, these codes are those of Windows-1252.
	if (code >= 0x80 && code < 0xa0) return latin.decode(Uint8Array.of(code));
	return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

const latin = new TextDecoder('windows-1252');
