import { formatAmount } from '../../lib/format/amount.ts';
import { language } from '../../lib/format/language.ts';
import { m } from '../../texts/messages.js';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import type { Offer } from './use-offers.ts';

type Goal = Offer['goals_list'][number];

const tones: Record<Goal['state'], BadgeTone> = {
	open: 'plain',
	held: 'waiting',
	credited: 'good',
	'taken-back': 'bad',
};

export function OfferSteps({ goals }: { goals: readonly Goal[] }) {
	return (
		<ol className="grid grid-cols-[minmax(0,1fr)]">
			{goals.map((goal, index) => (
				<li key={goal.id} className="flex items-start gap-3 border-t border-line py-3">
					<span
						aria-hidden="true"
						className={`grid size-8 shrink-0 place-items-center rounded-full text-sm font-bold figures ${goal.state === 'credited' ? 'bg-stub text-on-stub' : 'bg-sunken text-soft'}`}
					>
						{goal.state === 'credited' ? '✓' : index + 1}
					</span>
					<span className="min-w-0 flex-1 pt-1">
						<bdi className="block [overflow-wrap:anywhere]">{goal.title}</bdi>
						{goal.state !== 'open' && (
							<span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
								<Badge tone={tones[goal.state]}>{stateOf(goal)}</Badge>
								{goal.at !== null && timeOf(goal.at)}
							</span>
						)}
					</span>
					<strong className={`pt-1 whitespace-nowrap figures ${goal.state === 'taken-back' ? 'text-danger' : ''}`}>
						{goal.reward > 0 ? formatAmount(goal.reward) : '–'}
					</strong>
				</li>
			))}
		</ol>
	);
}

function stateOf({ state, until }: Goal): string {
	if (state === 'credited') return m.offers_state_credited();
	if (state === 'taken-back') return m.offers_state_taken_back();
	return until === null ? m.earn_until_approved() : m.offers_state_held_until({ time: timeOf(until) });
}

function timeOf(ms: number): string {
	return new Date(ms).toLocaleString(language, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
}
