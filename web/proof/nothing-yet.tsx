import type { ReactNode } from 'react';

/** @param className the height of the figures, so that the content below does not move when they are missing. */
export function NothingYet({ className, children }: { className: string; children: string }) {
	return (
		<p
			className={`grid place-content-center rounded-card border border-dashed border-edge p-6 text-center text-balance text-soft ${className}`}
		>
			{children}
		</p>
	);
}

export function Explained({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="mt-10">
			<h2 className="text-xl font-extrabold tracking-tight">{title}</h2>
			<ul className="mt-3 grid max-w-prose list-disc gap-2 ps-5 text-soft">{children}</ul>
		</section>
	);
}
