import type { OfferHistoryItem } from '../../contract/offerwalls/history.ts';
import { type History, rowsOf } from '../lib/use-history.ts';
import { m } from '../texts/messages.js';
import { TextLink } from '../ui/basics.tsx';
import { HistoryTable } from '../ui/list/history-table.tsx';
import { offerColumns } from './offer-columns.tsx';

const LATEST_SHOWN = 6;

export function LatestRewards({ history }: { history: History<OfferHistoryItem> }) {
	return (
		<section aria-labelledby="latest" className="mt-10">
			<div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
				<h2 id="latest" className="text-lg font-bold tracking-tight">
					{m.common_latest_rewards()}
				</h2>
				<span className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
					<TextLink to="/claims/new">{m.claims_missing()}</TextLink>
					<TextLink to="/offer-history">{m.earn_all_in_offer_history()}</TextLink>
				</span>
			</div>
			<HistoryTable
				{...rowsOf(history, m.earn_failed_to_load_offer_history())}
				rows={history.items?.slice(0, LATEST_SHOWN)}
				more={undefined}
				caption={m.common_latest_rewards()}
				columns={offerColumns}
				emptyText={m.earn_nothing_yet_your_first_reward()}
			/>
		</section>
	);
}
