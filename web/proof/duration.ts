import { language } from '../lib/format/language.ts';

const steps = [
	['second', 60],
	['minute', 60],
	['hour', 24],
	['day', Number.POSITIVE_INFINITY],
] as const;

/** `47 sec`, `1 hr, 14 min`, `2 days, 3 hr`: the two largest units. @param seconds whole */
export function formatDuration(seconds: number, spoken = language): string {
	const parts: string[] = [];
	let left = seconds;
	for (const [unit, size] of steps) {
		const count = left % size;
		const format = { style: 'unit', unit, unitDisplay: 'short' } as const;
		if (count > 0 || seconds === 0) parts.unshift(count.toLocaleString(spoken, format));
		left = Math.floor(left / size);
		if (left === 0) break;
	}
	return parts.slice(0, 2).join(' ');
}
