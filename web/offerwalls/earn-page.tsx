import { Link } from 'react-router';
import { messages } from '../../contract/messages.ts';
import { messageOf } from '../lib/refusal.ts';
import { words } from '../lib/words.ts';
import { textLinkLook } from '../ui/button.tsx';
import { HistoryTable } from '../ui/history-table.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useOfferHistory } from './api.ts';
import { Earnings } from './earnings.tsx';
import { offerColumns } from './offer-columns.tsx';
import { useOfferwalls } from './use-offerwalls.ts';
import { WallList } from './wall-list.tsx';

/** As many as the table's skeleton has, so that nothing moves when they come. */
const LATEST_SHOWN = 6;

export default function EarnPage() {
	const offerwalls = useOfferwalls();
	const history = useOfferHistory();
	const title = `Earn ${words.currencyName}`;
	return (
		<div className="mx-auto max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle>{title}</PageTitle>
			<PageHeading lead="Complete offers of our partners. What they pay arrives here by itself.">{title}</PageHeading>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
				<section aria-labelledby="offerwalls">
					<h2 id="offerwalls" className="text-lg font-bold tracking-tight">
						Offerwalls
					</h2>
					<p className="mt-1 mb-4 text-sm text-soft">Each is one partner’s list of offers and surveys.</p>
					<WallList offerwalls={offerwalls} />
				</section>
				<Earnings history={history} />
			</div>
			<section aria-labelledby="latest" className="mt-10">
				<div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
					<h2 id="latest" className="text-lg font-bold tracking-tight">
						Latest rewards
					</h2>
					<Link to="/offer-history" className={`${textLinkLook} text-sm`}>
						All in Offer History
					</Link>
				</div>
				<HistoryTable
					caption="Latest rewards"
					columns={offerColumns}
					items={history.items?.slice(0, LATEST_SHOWN)}
					emptyText="Nothing yet. Your first reward appears here the moment a partner reports it."
					error={history.error ? messageOf(history.error, messages.failedToLoadOfferHistory) : undefined}
					onRetry={history.retry}
					more={undefined}
				/>
			</section>
		</div>
	);
}
