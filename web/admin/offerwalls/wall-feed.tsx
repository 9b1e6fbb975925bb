import type { AdminOfferwall } from '../../../contract/admin/offerwalls.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { ExactTime } from '../ui/exact-time.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';

type Feed = NonNullable<AdminOfferwall['feed']>;

const texts = {
	title: 'Feed of offers',
	titleOf: (name: string) => `Feed of offers of ${name}`,
	states: { never: 'No answer yet', good: 'Good', stale: 'Stale', hidden: 'Hidden' },
	since: 'since',
	means: {
		never: 'Its offers are shown once it has answered.',
		good: undefined,
		stale: 'It stays away: its offers of then are still shown.',
		hidden: 'It has stayed away for so long that its offers are not shown.',
	},
	lastAnswer: 'Last good answer',
	offers: (count: number) => `${count} offers`,
	skipped: (count: number, why: string | null) => `${count} left out${why ? `, most because of: ${why}` : ''}`,
	problem: 'At the last try it',
};

const tones: Record<Feed['state'], BadgeTone> = { never: 'plain', good: 'good', stale: 'waiting', hidden: 'bad' };

export function WallFeed({ name, feed }: { name: string; feed: Feed }) {
	const { kind, state, since, lastAnswerAt, offers, skipped, skippedWhy, problem } = feed;
	const means = texts.means[state];
	return (
		<section aria-label={texts.titleOf(name)} className="mt-4 grid gap-1 text-sm">
			<h3 className="flex flex-wrap items-center gap-2 font-semibold">
				{texts.title} ({kind}) <Badge tone={tones[state]}>{texts.states[state]}</Badge>
			</h3>
			{means && <p className="text-soft">{means}</p>}
			<ul className="grid gap-1 text-soft">
				{since !== null && (
					<li>
						{texts.states[state]} {texts.since} <ExactTime timeMs={since} />
					</li>
				)}
				{lastAnswerAt !== null && (
					<li>
						{texts.lastAnswer} <TimeAgo timeMs={lastAnswerAt} />: {texts.offers(offers)}
					</li>
				)}
				{skipped > 0 && <li>{texts.skipped(skipped, skippedWhy)}</li>}
				{problem && (
					<li>
						{texts.problem} {problem}.
					</li>
				)}
			</ul>
		</section>
	);
}
