import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OfferCategory } from '../../../contract/offerwalls/offer-filters.ts';
import { formatAmount, formatWhole } from '../../lib/format/formats.ts';
import { Skeleton } from '../basics.tsx';
import { categoryNames } from './category.tsx';
import { OfferPicture } from './offer-picture.tsx';

const look = 'flex h-full flex-wrap content-between gap-x-3 gap-y-2 rounded-card border border-line bg-card p-3 raised';
const textLook = 'grid min-w-[min(100%,8rem)] flex-1 content-center justify-items-start gap-1';

type Props = {
	to: string;
	offer: { title: string; reward: number; category: OfferCategory; picture: string | null };
	summary?: string;
	badge?: ReactNode;
	/** The details that the user compares offers by, on one line. */
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
				<span className="max-w-full truncate text-sm text-soft">{summary || categoryNames[offer.category]}</span>
				<span className="flex flex-wrap items-center gap-2">
					<strong className="rounded-full bg-accent px-3 py-0.5 text-lg font-extrabold tracking-tight whitespace-nowrap text-on-accent figures">
						{formatReward(offer.reward)}
					</strong>
					{badge}
				</span>
			</span>
			{facts && <span className="basis-full truncate border-t border-line pt-2 text-sm text-soft">{facts}</span>}
		</Link>
	);
}

/** As high as a card with a title of one line. */
export function OfferCardSkeleton({ hasFacts = false }: { hasFacts?: boolean }) {
	return (
		<div aria-hidden="true" className={look}>
			<Skeleton className="size-16 rounded-control" />
			<span className={textLook}>
				<Skeleton className="h-6 w-32" />
				<Skeleton className="h-5 w-40" />
				<Skeleton className="h-8 w-24" />
			</span>
			{hasFacts && <Skeleton className="mt-2 h-5 basis-full" />}
		</div>
	);
}
