import { language } from '../lib/format/language.ts';
import { useAge } from '../lib/format/use-age.ts';
import { m } from '../texts/messages.js';
import { Badge } from '../ui/badge.tsx';

type Boost = { percent: number; until: number };

export function BoostBadge({ boost }: { boost: Boost | null | undefined }) {
	return boost ? <RunningBoost boost={boost} /> : null;
}

function RunningBoost({ boost: { percent, until: untilMs } }: { boost: Boost }) {
	const isOver = useAge(untilMs) >= 0;
	if (isOver) return null;
	const until = new Date(untilMs).toLocaleString(language, { dateStyle: 'short', timeStyle: 'short' });
	return (
		<Badge tone="good" wraps>
			{m.earn_boost_until({ percent, until })}
		</Badge>
	);
}
