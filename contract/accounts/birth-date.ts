export type BirthDate = { year: number; month: number; day: number };

/** Accepts `YYYY-MM-DD` from 1900 on. */
export function parseBirthDate(text: unknown): BirthDate | undefined {
	const match = typeof text === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) : null;
	if (!match) return undefined;
	const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
	const date = new Date(Date.UTC(year, month - 1, day));
	const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
	return exists && year >= 1900 ? { year, month, day } : undefined;
}
