import type { ReactNode } from 'react';

export function NothingYet({ children }: { children: string }) {
	return (
		<p className="rounded-card border border-dashed border-edge px-6 py-12 text-center text-balance text-soft">
			{children}
		</p>
	);
}

/** Shown after the figures above have loaded, so that it does not move when they are missing. */
export function Explained({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className="mt-10">
			<h2 className="text-xl font-extrabold tracking-tight">{title}</h2>
			<ul className="mt-3 grid max-w-prose list-disc gap-2 ps-5 text-soft">{children}</ul>
		</section>
	);
}
