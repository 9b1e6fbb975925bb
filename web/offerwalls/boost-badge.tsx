import { language } from '../lib/format/language.ts';
import { m } from '../texts/messages.js';
import { Badge } from '../ui/badge.tsx';

/** What comes on top of a reward, and until when. Nothing without a boost. */
export function BoostBadge({ boost }: { boost: { percent: number; until: number } | null | undefined }) {
	if (!boost) return null;
	const until = new Date(boost.until).toLocaleString(language, { dateStyle: 'short', timeStyle: 'short' });
	return <Badge tone="good">{m.earn_boost_until({ percent: boost.percent, until })}</Badge>;
}
