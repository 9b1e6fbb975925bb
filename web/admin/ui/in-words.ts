import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';

export function idInWords(id: string): string {
	const words = id
		.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
		.replaceAll(/[-_]/g, ' ')
		.trim();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

const TIME_NAME = /((^|_)(at|from|until|since)|(At|From|Until|Since))(_ms|Ms)?$/;
const SPAN_NAME = /(_ms|Ms)$/;
const ID = /^[a-z]+(-[a-z]+)+$/;
/** A word under another name can be a user's name. */
const NAMED_ID = /^(role|ours|theirs) [a-z]+$/;
/** 1e12 ms is in 2001; smaller numbers are amounts, not times. */
const TIME_MIN = 1e12;

export function timeInWords(name: string, value: unknown): string | undefined {
	if (typeof value !== 'number' || value < TIME_MIN || !TIME_NAME.test(name)) return undefined;
	return new Date(value).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Returns a stored value without internal names or milliseconds. */
export function valueInWords(name: string, value: unknown): string {
	const time = timeInWords(name, value);
	if (time !== undefined) return time;
	if (typeof value === 'number' && SPAN_NAME.test(name)) return spanInWords(value);
	if (typeof value === 'boolean') return value ? 'Yes' : 'No';
	if (Array.isArray(value)) return value.map((one) => valueInWords(name, one)).join(', ');
	if (value === null || typeof value !== 'object')
		return ID.test(String(value)) || NAMED_ID.test(`${name} ${value}`) ? idInWords(String(value)) : String(value);
	return Object.entries(value)
		.map(([key, part]) => `${idInWords(key)} ${valueInWords(key, part)}`)
		.join(', ');
}

const units = [
	[DAY_MS, 'days'],
	[HOUR_MS, 'hours'],
	[MINUTE_MS, 'minutes'],
] as const;

function spanInWords(ms: number): string {
	const [unitMs, unit] = units.find(([least]) => ms >= 2 * least) ?? [1_000, 'seconds'];
	return `${Number((ms / unitMs).toFixed(1))} ${unit}`;
}
