import { useState } from 'react';
import { messageOf } from '../../lib/calls/refusal.ts';
import { m } from '../../texts/messages.js';
import { Button } from '../../ui/button.tsx';
import { RetryNotice } from '../../ui/notices/retry-notice.tsx';
import { OfferCardSkeleton } from '../../ui/offers/offer-card-look.tsx';
import { OfferCard } from './offer-card.tsx';
import { OfferFilterBar } from './offer-filters.tsx';
import { ownDevice } from './own-device.ts';
import { type OfferFilters, useOffers } from './use-offers.ts';

const SKELETON_CARDS = 6;
const gridLook = 'grid grid-cols-[minmax(0,1fr)] gap-3 md:grid-cols-2';

export function OfferList() {
	const [filters, setFilters] = useState<OfferFilters>(() => ({ order: 'recommended', device: ownDevice() }));
	const { items, error, retry, more } = useOffers(filters);
	const isFiltered = Boolean(filters.category || filters.device || filters.search);
	return (
		<>
			<OfferFilterBar filters={filters} onChange={setFilters} />
			{error && <RetryNotice error={messageOf(error, m.offers_failed_to_load())} onRetry={retry} />}
			{!items && !error && (
				<div aria-busy="true" className={gridLook}>
					<span className="sr-only">{m.offers_loading()}</span>
					{Array.from({ length: SKELETON_CARDS }, (_, card) => (
						<OfferCardSkeleton key={card} />
					))}
				</div>
			)}
			{items?.length === 0 && (
				<div className="grid min-h-48 content-center justify-items-center gap-3 rounded-card border border-dashed border-line p-6 text-center">
					<p className="max-w-[46ch]">{isFiltered ? m.offers_none_found() : m.offers_none()}</p>
					{isFiltered && (
						<Button look="quiet" onClick={() => setFilters({ order: filters.order })}>
							{m.offers_show_all()}
						</Button>
					)}
				</div>
			)}
			{items && items.length > 0 && (
				<ul className={gridLook} aria-label={m.offers_offers()}>
					{items.map((offer) => (
						<li key={offer.id}>
							<OfferCard offer={offer} />
						</li>
					))}
				</ul>
			)}
			{more && (
				<div className="mt-5 text-center">
					<Button look="quiet" aria-disabled={more.isLoading} onClick={more.isLoading ? undefined : more.load}>
						{more.isLoading ? m.common_loading() : m.offers_more()}
					</Button>
				</div>
			)}
		</>
	);
}
