import { Link } from 'react-router';
import type { PublicStats } from '../../contract/site/home.ts';
import { useDataClient } from '../lib/calls/clients.tsx';
import { formatAmount } from '../lib/format/amount.ts';
import { m } from '../texts/messages.js';
import { categoryNames } from '../ui/offers/category.tsx';
import { OfferCardSkeleton, offerCardLook, offerCardTextLook } from '../ui/offers/offer-card-look.tsx';
import { OfferPicture } from '../ui/offers/offer-picture.tsx';

/** As many as the server sends, to avoid layout shift. */
const OFFERS_SHOWN = 6;

export function HomeOffers({ offers }: { offers: PublicStats['offers'] | undefined }) {
	const to = useDataClient() === undefined ? '/sign-up' : '/earn';
	if (offers?.length === 0) return null;
	return (
		<section aria-labelledby="home-offers" aria-busy={offers === undefined} className="border-t border-line">
			<div className="mx-auto max-w-5xl px-4 py-10 sm:px-6 lg:py-14">
				<h2 id="home-offers" className="text-2xl font-extrabold tracking-tight sm:text-3xl">
					{m.home_offers()}
				</h2>
				<p className="mt-2 text-soft">{m.home_offers_lead()}</p>
				<ul className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:grid-cols-3">
					{offers
						? offers.map((offer) => (
								<li key={offer.title}>
									<Link to={to} className={offerCardLook}>
										<OfferPicture offer={offer} className="size-16" />
										<span className={offerCardTextLook}>
											<bdi className="block font-semibold [overflow-wrap:anywhere]">{offer.title}</bdi>
											<span className="flex flex-wrap items-baseline gap-x-2">
												<strong className="text-lg font-extrabold tracking-tight whitespace-nowrap text-accent figures">
													{formatAmount(offer.reward)}
												</strong>
												<span className="text-sm text-soft">{categoryNames[offer.category]}</span>
											</span>
										</span>
									</Link>
								</li>
							))
						: Array.from({ length: OFFERS_SHOWN }, (_, place) => (
								<li key={place}>
									<OfferCardSkeleton />
								</li>
							))}
				</ul>
			</div>
		</section>
	);
}
