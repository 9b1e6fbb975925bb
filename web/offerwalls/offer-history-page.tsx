import { messages } from '../../contract/messages.ts';
import { messageOf } from '../lib/refusal.ts';
import { words } from '../lib/words.ts';
import { HistoryTable } from '../ui/history-table.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useOfferHistory } from './api.ts';
import { offerColumns } from './offer-columns.tsx';

export default function OfferHistoryPage() {
	const { items, error, retry, more } = useOfferHistory();
	return (
		<div className="mx-auto max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle>Offer History</PageTitle>
			<PageHeading
				lead="Every reward, newest first. It appears here the moment a partner reports it."
				next={{ to: '/withdraw', label: `Withdraw ${words.currencyName}` }}
			>
				Offer History
			</PageHeading>
			<HistoryTable
				caption="Offer history"
				columns={offerColumns}
				items={items}
				emptyText="No offer history found."
				error={error ? messageOf(error, messages.failedToLoadOfferHistory) : undefined}
				onRetry={retry}
				more={more}
			/>
		</div>
	);
}
