/** A grey bar in the size of what will be there. Screen readers are told by the region around it. */
export function Skeleton({ className }: { className: string }) {
	return <span aria-hidden="true" className={`shimmer inline-block rounded-md bg-line align-middle ${className}`} />;
}
