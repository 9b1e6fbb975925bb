import { useState } from 'react';
import { Link } from 'react-router';
import type { OfferItem } from '../../../contract/offerwalls/offers.ts';
import { messageOf } from '../../lib/calls/refusal.ts';
import { formatAmount } from '../../lib/format/formats.ts';
import { m } from '../../texts/messages.js';
import { Button, RetryNotice } from '../../ui/basics.tsx';
import { categoryNames, deviceNames } from '../../ui/offers/category.tsx';
import { OfferCardSkeleton, offerCardLook, offerCardTextLook } from '../../ui/offers/offer-card-look.tsx';
import { OfferPicture } from '../../ui/offers/offer-picture.tsx';
import { BoostBadge } from '../boost-badge.tsx';
import { OfferFilterBar } from './offer-filters.tsx';
import { ownDevice } from './own-device.ts';
import { type OfferFilters, useOffers } from './use-offers.ts';
import { usuallyCredited } from './usually-credited.ts';

function OfferCard({ offer }: { offer: OfferItem }) {
	const {
		id,
		title,
		summary,
		reward,
		goals,
		category,
		boost,
		devices,
		partner,
		usually_credited_minutes: minutes,
	} = offer;
	return (
		<Link to={`/earn/offer/${id}`} className={offerCardLook}>
			<OfferPicture offer={offer} className="size-16" />
			<span className={offerCardTextLook}>
				<span className="min-w-0">
					<bdi className="block font-semibold [overflow-wrap:anywhere]">{title}</bdi>
					<span className="block truncate text-sm text-soft">{summary || categoryNames[category]}</span>
				</span>
				<span className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<strong className="text-lg font-extrabold tracking-tight whitespace-nowrap text-accent figures">
						{formatAmount(reward)}
					</strong>
					<BoostBadge boost={boost} />
					{goals > 1 && <span className="text-sm text-soft">{m.offers_in_steps({ count: goals })}</span>}
				</span>
				<span className="text-sm text-soft">
					{[
						minutes !== null && usuallyCredited(minutes),
						devices.map((device) => deviceNames[device]).join(', '),
						partner,
					]
						.filter(Boolean)
						.join(' · ')}
				</span>
			</span>
		</Link>
	);
}

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
