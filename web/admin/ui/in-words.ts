export function idInWords(id: string): string {
	const words = id
		.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
		.replaceAll(/[-_]/g, ' ')
		.trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

const TIME_NAME = /(^|_)(at|from|until|since)$|(At|From|Until|Since)$/;
/** 1e12 ms is in 2001; smaller numbers are amounts, not times. */
const TIME_MIN = 1e12;

export function timeInWords(name: string, value: unknown): string | undefined {
	if (typeof value !== 'number' || value < TIME_MIN || !TIME_NAME.test(name)) return undefined;
	return new Date(value).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
}
