import { language } from '../lib/format/formats.ts';

const MINUTES_IN_HOUR = 60;
const HOURS_IN_DAY = 24;
const SECONDS_MAX = 99;
const NO_BREAK = '\u00a0';

type Unit = 'second' | 'minute' | 'hour' | 'day';

/** Rounds up. @param seconds a whole number */
export function formatDuration(seconds: number, spoken = language): string {
	const write = (count: number, unit: Unit) =>
		count.toLocaleString(spoken, { style: 'unit', unit, unitDisplay: 'short' }).replace(/\s/g, NO_BREAK);
	const inTwo = (count: number, size: number, [large, small]: [Unit, Unit]) => {
		const [whole, rest] = [Math.floor(count / size), count % size];
		return [whole > 0 && write(whole, large), rest > 0 && write(rest, small)].filter(Boolean).join(' ');
	};
	if (seconds <= SECONDS_MAX) return write(seconds, 'second');
	const minutes = Math.ceil(seconds / 60);
	if (minutes < HOURS_IN_DAY * MINUTES_IN_HOUR) return inTwo(minutes, MINUTES_IN_HOUR, ['hour', 'minute']);
	return inTwo(Math.ceil(minutes / MINUTES_IN_HOUR), HOURS_IN_DAY, ['day', 'hour']);
}
