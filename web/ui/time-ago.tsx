import { language } from '../lib/format/language.ts';
import { relativeTime } from '../lib/format/relative-time.ts';
import { useNow } from '../lib/format/use-now.ts';

export function TimeAgo({ timeMs }: { timeMs: number }) {
	const now = useNow();
	const time = new Date(timeMs);
	return (
		<time dateTime={time.toISOString()} title={time.toLocaleString(language)} className="whitespace-nowrap">
			{relativeTime(timeMs, now)}
		</time>
	);
}
