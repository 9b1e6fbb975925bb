import { language } from '../lib/format/formats.ts';
import { useAge } from '../lib/format/use-age.ts';
import { m } from '../texts/messages.js';

type Boost = { percent: number; until: number };

export function BoostBadge({ boost }: { boost: Boost | null | undefined }) {
	return boost ? <RunningBoost boost={boost} /> : null;
}

function RunningBoost({ boost: { percent, until: untilMs } }: { boost: Boost }) {
	const isOver = useAge(untilMs) >= 0;
	if (isOver) return null;
	const until = new Date(untilMs).toLocaleString(language, { dateStyle: 'short', timeStyle: 'short' });
	return (
		<span className="inline-block rounded-control bg-tint px-2.5 py-0.5 text-xs font-semibold text-accent">
			{m.earn_boost_until({ percent, until })}
		</span>
	);
}
