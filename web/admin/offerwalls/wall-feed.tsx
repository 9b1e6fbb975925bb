import type { AdminOfferwall } from '../../../contract/offerwalls/staff-offerwalls.ts';
import { Badge, type BadgeTone } from '../../ui/basics.tsx';
import { ExactTime, TimeAgo } from '../ui/values.tsx';

type Feed = NonNullable<AdminOfferwall['feed']>;

const states = { never: 'Not loaded yet', good: 'OK', stale: 'Outdated', hidden: 'Hidden' };
const meanings = {
	never: 'Offers appear after the first successful update.',
	good: undefined,
	stale: "The feed isn't responding. Users still see the last known offers.",
	hidden: "The feed hasn't responded for too long, so its offers are hidden.",
};

const tones: Record<Feed['state'], BadgeTone> = { never: 'plain', good: 'good', stale: 'waiting', hidden: 'bad' };

export function WallFeed({ name, feed }: { name: string; feed: Feed }) {
	const { kind, state, since, lastAnswerAt, offers, skipped, skippedWhy, problem } = feed;
	const meaning = meanings[state];
	return (
		<section aria-label={`Offer feed of ${name}`} className="mt-4 grid gap-1 text-sm">
			<h3 className="flex flex-wrap items-center gap-2 font-semibold">
				Offer feed ({kind}) <Badge tone={tones[state]}>{states[state]}</Badge>
			</h3>
			{meaning && <p className="text-soft">{meaning}</p>}
			<ul className="grid gap-1 text-soft">
				{since !== null && (
					<li>
						{states[state]} since <ExactTime timeMs={since} />
					</li>
				)}
				{lastAnswerAt !== null && (
					<li>
						Last update <TimeAgo timeMs={lastAnswerAt} />: {`${offers} offers`}
					</li>
				)}
				{skipped > 0 && <li>{`${skipped} skipped${skippedWhy ? `, mostly because: ${skippedWhy}` : ''}`}</li>}
				{problem && <li>Last error: {problem}.</li>}
			</ul>
		</section>
	);
}
