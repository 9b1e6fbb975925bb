import { Link } from 'react-router';
import type { OfferItem } from '../../../contract/offerwalls/offers.ts';
import { formatAmount } from '../../lib/format/amount.ts';
import { m } from '../../texts/messages.js';
import { categoryNames, deviceNames } from '../../ui/offers/category.tsx';
import { offerCardLook, offerCardTextLook } from '../../ui/offers/offer-card-look.tsx';
import { OfferPicture } from '../../ui/offers/offer-picture.tsx';
import { BoostBadge } from '../boost-badge.tsx';
import { usuallyCredited } from './usually-credited.ts';

export function OfferCard({ offer }: { offer: OfferItem }) {
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
