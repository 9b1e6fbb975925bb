import { language } from '../lib/format/language.ts';
import { relativeTime } from '../lib/format/relative-time.ts';
import { useAge } from '../lib/format/use-age.ts';

export function TimeAgo({ timeMs, spoken = language }: { timeMs: number; spoken?: string }) {
	const ageMs = useAge(timeMs);
	const time = new Date(timeMs);
	return (
		<time dateTime={time.toISOString()} title={time.toLocaleString(spoken)} className="whitespace-nowrap">
			{relativeTime(ageMs, spoken)}
		</time>
	);
}
