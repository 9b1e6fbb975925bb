export function Skeleton({ className }: { className: string }) {
	return <span aria-hidden="true" className={`shimmer inline-block rounded-md bg-line align-middle ${className}`} />;
}
