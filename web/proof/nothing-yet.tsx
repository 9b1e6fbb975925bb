import type { ReactNode } from 'react';

/** @param className reserves the height of figures, so that the content below does not move when they are missing. */
export function NothingYet({ className, children }: { className: string; children: string }) {
	return (
		<div className={className}>
			<p className="rounded-card border border-dashed border-edge p-6 text-center text-balance text-soft">{children}</p>
		</div>
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
