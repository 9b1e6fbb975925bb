import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OfferCategory } from '../../../contract/offerwalls/offer-filters.ts';
import { formatAmount, formatWhole } from '../../lib/format/formats.ts';
import { Skeleton } from '../basics.tsx';
import { categoryNames } from './category.tsx';
import { OfferPicture } from './offer-picture.tsx';

const look = 'flex h-full flex-wrap gap-x-3 gap-y-2 rounded-card border border-line bg-card p-3 raised';
const textLook = 'flex min-w-[min(100%,8rem)] flex-1 flex-col gap-1';

type Props = {
	to: string;
	offer: { title: string; reward: number; category: OfferCategory; picture: string | null };
	summary?: string;
	badge?: ReactNode;
	/** The details that the user compares offers by. */
	facts?: string;
};

export const formatReward = (reward: number): string =>
	Number.isInteger(reward) ? formatWhole(reward) : formatAmount(reward);

export function OfferCard({ to, offer, summary, badge, facts }: Props) {
	return (
		<Link to={to} className={`${look} hover:bg-sunken motion-safe:transition-colors`}>
			<OfferPicture offer={offer} className="size-16" />
			<span className={textLook}>
				<bdi className="block font-semibold [overflow-wrap:anywhere]">{offer.title}</bdi>
				<span className={`text-sm text-soft ${summary === undefined ? '' : 'line-clamp-2 min-h-10'}`}>
					{summary || categoryNames[offer.category]}
				</span>
				<span className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-1">
					<strong className="rounded-full bg-accent px-3 py-0.5 text-lg font-extrabold tracking-tight whitespace-nowrap text-on-accent figures">
						{formatReward(offer.reward)}
					</strong>
					{badge}
					{facts && <span className="line-clamp-2 min-w-24 flex-1 text-xs text-soft">{facts}</span>}
				</span>
			</span>
		</Link>
	);
}

/** As high as a card with a title of one line. */
export function OfferCardSkeleton({ hasSummary = false }: { hasSummary?: boolean }) {
	return (
		<div aria-hidden="true" className={look}>
			<Skeleton className="size-16 rounded-control" />
			<span className={textLook}>
				<Skeleton className="h-6 w-32" />
				<Skeleton className={`w-40 ${hasSummary ? 'min-h-10' : 'h-5'}`} />
				<Skeleton className="h-8 w-24" />
			</span>
		</div>
	);
}
