import type { StatementKind } from '../../contract/accounts/statements.ts';
import type { OfferHistoryItem, RewardSteps } from '../../contract/offerwalls/history.ts';
import { useCallQuery } from '../lib/calls/use-call-query.ts';
import { m } from '../texts/messages.js';
import { TextLink } from '../ui/basics.tsx';
import { Life } from '../ui/history/life.tsx';
import { SomethingWrong } from '../ui/history/something-wrong.tsx';
import { isImported } from './offer-columns.tsx';

const stepTexts: Record<OfferHistoryItem['kind'], string> = {
	credit: m.earn_step_credited(),
	bonus: m.earn_step_credited(),
	promotion: m.earn_step_promotion(),
	adjustment: m.earn_step_adjusted(),
	imported: m.earn_brought_over(),
	pending: m.earn_step_held(),
	reversal: m.earn_step_taken_back(),
};

function objectTo(item: OfferHistoryItem): StatementKind | undefined {
	const { kind, amount } = item;
	if (isImported(item)) return undefined;
	if (kind === 'pending') return 'hold';
	return amount < 0 ? 'reversal' : undefined;
}

const rewardTexts: Record<RewardSteps[number]['kind'], string> = {
	held: m.earn_step_held(),
	credited: m.earn_step_credited(),
	'taken-back': m.earn_step_taken_back(),
};

export function OfferLife({ item }: { item: OfferHistoryItem }) {
	const { kind, timestamp, pending_until: until, wall_id: wallId } = item;
	const { data } = useCallQuery('getReward', { id: item.id }, { enabled: wallId !== null });
	const steps = data?.steps.length
		? data.steps.map((step) => ({ text: rewardTexts[step.kind], atMs: step.at }))
		: [{ text: stepTexts[kind], atMs: timestamp }];
	if (until !== null) steps.push({ text: m.earn_step_yours(), atMs: until });
	const reference = `R-${item.id}`;
	const about = objectTo(item);
	const claim = new URLSearchParams(
		data?.goal ? { offer: data.goal.offer_id, step: data.goal.id } : wallId === null ? {} : { wall: wallId },
	);
	return (
		<>
			<Life
				steps={steps}
				reference={reference}
				lead={data?.goal ? m.earn_step_of({ step: data.goal.title }) : undefined}
			>
				{item.receipt && <TextLink to={`/receipt/${item.receipt}`}>{m.receipt_title()}</TextLink>}
				{kind === 'pending' && until === null && !isImported(item) && (
					<p className="text-soft">{m.earn_until_approved()}</p>
				)}
			</Life>
			<SomethingWrong
				reference={reference}
				about={about && { kind: about, id: item.id }}
				contact={{ to: `/claims/new?${claim}`, label: m.claims_missing() }}
				answers={
					kind === 'reversal'
						? [{ id: 'taken-back', label: m.home_question_taken_back() }]
						: [{ id: 'not-credited', label: m.home_question_not_credited() }]
				}
			/>
		</>
	);
}
