import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { language } from '../lib/format/formats.ts';
import { useAge } from '../lib/format/use-age.ts';

const MONTH_DAYS = 30;
const YEAR_MONTHS = 12;

const formatsInUse = new Map<string, Intl.RelativeTimeFormat>();

/** The first call takes slow phones 50 ms, so pages of times call it while they wait for the network. */
export function formatOf(spoken = language): Intl.RelativeTimeFormat {
	const format = formatsInUse.get(spoken) ?? new Intl.RelativeTimeFormat(spoken, { numeric: 'always' });
	formatsInUse.set(spoken, format);
	return format;
}

/** The specification's steps: minutes (at least 1), hours, days below 30, months below 12, years. */
export function relativeTime(agoMs: number, spoken = language): string {
	const format = formatOf(spoken);
	const minutes = Math.max(1, Math.floor(agoMs / MINUTE_MS));
	if (minutes < 60) return format.format(-minutes, 'minute');
	const hours = Math.floor(agoMs / HOUR_MS);
	if (hours < 24) return format.format(-hours, 'hour');
	const days = Math.floor(agoMs / DAY_MS);
	if (days < MONTH_DAYS) return format.format(-days, 'day');
	const months = Math.floor(days / MONTH_DAYS);
	if (months < YEAR_MONTHS) return format.format(-months, 'month');
	return format.format(-Math.floor(months / YEAR_MONTHS), 'year');
}

export function TimeAgo({ timeMs, spoken = language }: { timeMs: number; spoken?: string }) {
	const ageMs = useAge(timeMs);
	const time = new Date(timeMs);
	return (
		<time dateTime={time.toISOString()} title={time.toLocaleString(spoken)} className="whitespace-nowrap">
			{relativeTime(ageMs, spoken)}
		</time>
	);
}
