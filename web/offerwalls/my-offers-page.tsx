import { useState } from 'react';
import { HISTORY_PAGE_SIZE } from '../../contract/limits.ts';
import type { MyOffer } from '../../contract/offerwalls/offers.ts';
import { formatAmount } from '../lib/format/formats.ts';
import { rowsOf, useCallPages } from '../lib/use-history.ts';
import { m } from '../texts/messages.js';
import { Badge, type BadgeTone, ButtonLink, Page, Select, TallLink } from '../ui/basics.tsx';
import { HistoryTable } from '../ui/list/history-table.tsx';
import type { Column } from '../ui/list/list-table.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { completeBy, hasEnded } from './offers/offer-times.ts';

type State = MyOffer['state'];

const stateNames: Record<State, string> = {
	started: m.offers_state_started(),
	credited: m.offers_state_credited(),
	'taken-back': m.offers_state_taken_back(),
};
const tones: Record<State, BadgeTone> = { started: 'waiting', credited: 'good', 'taken-back': 'bad' };

export default function MyOffersPage() {
	const [state, setState] = useState<State>();
	const history = useCallPages('getMyOffers', { state, limit: HISTORY_PAGE_SIZE }, { queryKey: ['my-offers', state] });
	return (
		<Page title={m.offers_mine()} lead={m.offers_mine_lead()}>
			<div className="mb-4 max-w-xs">
				<Select
					aria-label={m.claims_state()}
					value={state ?? ''}
					onChange={({ target }) => setState((target.value || undefined) as State | undefined)}
					choices={[['', m.offers_category_all()], ...Object.entries(stateNames)]}
				/>
			</div>
			<HistoryTable
				{...rowsOf(history, m.offers_failed_to_load())}
				caption={m.offers_mine()}
				columns={columns}
				keyOf={({ offer_id }) => offer_id}
				emptyText={m.offers_mine_empty()}
				whenEmpty={
					<ButtonLink to="/earn" look="quiet">
						{m.offers_see_others()}
					</ButtonLink>
				}
			/>
		</Page>
	);
}

const columns: Column<MyOffer>[] = [
	{
		title: m.offers_offer(),
		width: 'w-[44%]',
		phone: 'max-md:col-start-1 max-md:row-start-1',
		cell: ({ offer, offer_id, title, next_step: next, ...time }) => (
			<span className="grid justify-items-start [overflow-wrap:anywhere]">
				{offer ? (
					<TallLink to={`/earn/offer/${offer_id}`}>
						<bdi>{title}</bdi>
					</TallLink>
				) : (
					<bdi className="font-medium">{title}</bdi>
				)}
				{next && !hasEnded(time) && (
					<span className="text-sm text-soft">
						{next.count > 1 && `${m.offers_step_of({ number: next.number, count: next.count })} · `}
						{m.offers_next_step({ step: next.title })} ({formatAmount(next.reward)})
					</span>
				)}
				{completeBy(time) && <span className="text-sm text-soft">{completeBy(time)}</span>}
			</span>
		),
	},
	{
		title: m.claims_state(),
		width: 'w-[24%]',
		phone: 'max-md:col-start-1 max-md:row-start-2',
		cell: ({ state, offer_id, next_step: next, ...time }) => (
			<span className="grid justify-items-start">
				{hasEnded(time) ? (
					<Badge tone="plain">{m.offers_state_ended()}</Badge>
				) : (
					<Badge tone={tones[state]}>{stateNames[state]}</Badge>
				)}
				{state === 'started' && (
					<TallLink
						to={`/claims/new?${new URLSearchParams({ offer: offer_id, ...(next && { step: next.id }) })}`}
						className="text-sm"
					>
						{m.claims_missing()}
					</TallLink>
				)}
			</span>
		),
	},
	{
		title: m.earn_reward(),
		width: 'w-[17%]',
		phone: 'max-md:col-start-2 max-md:row-start-1',
		isNumber: true,
		cell: ({ earned, pending }) => (
			<span className="grid justify-items-end">
				{formatAmount(earned)}
				{pending > 0 && (
					<span className="text-sm font-normal text-soft">{m.offers_pending({ amount: formatAmount(pending) })}</span>
				)}
			</span>
		),
	},
	{
		title: m.offers_state_started(),
		width: 'w-[15%]',
		phone: 'max-md:col-start-2 max-md:row-start-2 max-md:text-end max-md:text-sm max-md:text-soft',
		cell: ({ started_at }) => <TimeAgo timeMs={started_at} />,
	},
];
