import { Skeleton } from '../basics.tsx';

const frame = 'flex h-full flex-wrap gap-3 rounded-card border border-line bg-card p-3 raised';

export const offerCardLook = `${frame} hover:bg-sunken motion-safe:transition-colors`;

export const offerCardTextLook = 'grid min-w-[min(100%,8rem)] flex-1 content-center gap-1';

export function OfferCardSkeleton() {
	return (
		<div aria-hidden="true" className={frame}>
			<Skeleton className="size-16 rounded-control" />
			<span className="grid flex-1 content-center gap-2">
				<Skeleton className="h-4 w-28" />
				<Skeleton className="h-4 w-28" />
				<Skeleton className="h-5 w-24" />
				<Skeleton className="h-4 w-36" />
			</span>
		</div>
	);
}
