import { Link } from 'react-router';
import { messageOf } from '../lib/calls/refusal.ts';
import { m } from '../texts/messages.js';
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
	const title = m.common_earn_currency();
	return (
		<div className="mx-auto max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
			<PageTitle>{title}</PageTitle>
			<PageHeading lead={m.earn_complete_offers_of_our_partners()}>{title}</PageHeading>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
				<section aria-labelledby="offerwalls">
					<h2 id="offerwalls" className="text-lg font-bold tracking-tight">
						{m.earn_offerwalls()}
					</h2>
					<p className="mt-1 mb-4 text-sm text-soft">{m.earn_each_is_one_partners_list()}</p>
					<WallList offerwalls={offerwalls} />
				</section>
				<Earnings />
			</div>
			<section aria-labelledby="latest" className="mt-10">
				<div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
					<h2 id="latest" className="text-lg font-bold tracking-tight">
						{m.common_latest_rewards()}
					</h2>
					<Link to="/offer-history" className={`${textLinkLook} text-sm`}>
						{m.earn_all_in_offer_history()}
					</Link>
				</div>
				<HistoryTable
					caption={m.common_latest_rewards()}
					columns={offerColumns}
					items={history.items?.slice(0, LATEST_SHOWN)}
					emptyText={m.earn_nothing_yet_your_first_reward()}
					error={history.error ? messageOf(history.error, m.earn_failed_to_load_offer_history()) : undefined}
					onRetry={history.retry}
					more={undefined}
				/>
			</section>
		</div>
	);
}
