import { part } from '../lib/optional.ts';
import { rowsOf } from '../lib/use-history.ts';
import { m } from '../texts/messages.js';
import { ButtonLink, Page, TextLink } from '../ui/basics.tsx';
import { HistoryTabs } from '../ui/history/history-tabs.tsx';
import { HistoryTable } from '../ui/list/history-table.tsx';
import { useOfferHistory } from './api.ts';
import { offerColumns } from './offer-columns.tsx';

const OfferLife = part(() => import('./offer-life.tsx'), 'OfferLife');

export default function OfferHistoryPage() {
	const history = useOfferHistory();
	return (
		<Page
			title={m.common_offer_history()}
			lead={m.earn_every_reward_newest_first()}
			next={{ to: '/withdraw', label: m.common_withdraw_currency() }}
		>
			<HistoryTabs />
			<HistoryTable
				{...rowsOf(history, m.earn_failed_to_load_offer_history())}
				caption={m.earn_offer_history()}
				columns={offerColumns}
				emptyText={m.earn_no_offer_history_found()}
				whenEmpty={
					<ButtonLink to="/earn" look="quiet">
						{m.common_earn_currency()}
					</ButtonLink>
				}
				detail={(item) => <OfferLife item={item} />}
			/>
			{(history.items || history.error) && (
				<p className="mt-5 text-center">
					<TextLink to="/claims/new">{m.claims_missing()}</TextLink>
				</p>
			)}
		</Page>
	);
}
