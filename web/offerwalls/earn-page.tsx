import { Suspense } from 'react';
import { optional } from '../lib/optional.ts';
import { m } from '../texts/messages.js';
import { Page } from '../ui/page.tsx';
import { TallLink } from '../ui/text-link.tsx';
import { useOfferHistory } from './api.ts';
import { EarnStripFrame } from './earn-strip-frame.tsx';
import { Earnings } from './earnings.tsx';
import { OfferList } from './offers/offer-list.tsx';
import { useOfferwalls } from './use-offerwalls.ts';
import { WallList } from './wall-list.tsx';

const parts = () => import('./earn-parts.ts').then(({ earnParts }) => earnParts);
const LatestRewards = optional(() => parts().then(({ LatestRewards }) => LatestRewards));

const NotServed = optional(() => import('./not-served.tsx').then(({ NotServed }) => NotServed));
const EarnStrip = optional(() => parts().then(({ EarnStrip }) => EarnStrip));
const PromoCode = optional(() => import('../ui/fields/promo-code.tsx').then(({ PromoCode }) => PromoCode));

export default function EarnPage() {
	const offerwalls = useOfferwalls();
	const history = useOfferHistory();
	const title = m.common_earn_currency();
	return (
		<Page title={title} lead={m.earn_complete_offers_of_our_partners()}>
			{offerwalls.kind === 'ready' && offerwalls.walls.length === 0 && (
				<Suspense>
					<NotServed />
				</Suspense>
			)}
			<Suspense fallback={<EarnStripFrame />}>
				<EarnStrip hasEarned={history.items && history.items.length > 0} />
			</Suspense>
			<div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem] lg:gap-8">
				<section aria-labelledby="offers">
					<div className="mb-1 flex items-center justify-between gap-4">
						<h2 id="offers" className="text-lg font-bold tracking-tight">
							{m.offers_offers()}
						</h2>
						<TallLink to="/my-offers">{m.offers_mine()}</TallLink>
					</div>
					<OfferList />
				</section>
				<div className="grid grid-cols-[minmax(0,1fr)] gap-10">
					<Earnings />
					<section aria-labelledby="offerwalls">
						<h2 id="offerwalls" className="text-lg font-bold tracking-tight">
							{m.earn_offerwalls()}
						</h2>
						<p className="mt-1 mb-4 text-sm text-soft">{m.earn_each_is_one_partners_list()}</p>
						<WallList offerwalls={offerwalls} />
					</section>
					<Suspense>
						<PromoCode />
					</Suspense>
				</div>
			</div>
			<Suspense>
				<LatestRewards history={history} />
			</Suspense>
		</Page>
	);
}
