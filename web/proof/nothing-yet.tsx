export function NothingYet({ className, children }: { className: string; children: string }) {
	return (
		<p
			className={`grid place-items-center rounded-card border border-dashed border-edge p-6 text-center text-balance text-soft ${className}`}
		>
			{children}
		</p>
	);
}
