const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Returns one bounded line without tags, entities and control characters. */
export function plainText(value: unknown, lengthMax: number): string {
	if (typeof value !== 'string') return '';
	const text = value
		.slice(0, lengthMax * 4)
		.replace(/<[^<>]*>/g, ' ')
		.replace(
			/&(#\d{1,6}|\w{2,6});/g,
			(whole, name: string) => entities[name.toLowerCase()] ?? characterOf(name) ?? whole,
		)
		.toWellFormed()
		.replace(/[\p{C}\s]+/gu, ' ')
		.trim();
	const letters = [...text];
	return letters.length <= lengthMax
		? text
		: `${letters
				.slice(0, lengthMax - 1)
				.join('')
				.trimEnd()}…`;
}

function characterOf(name: string): string | undefined {
	const code = name.startsWith('#') ? Number(name.slice(1)) : Number.NaN;
	return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
