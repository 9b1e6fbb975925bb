import type { ReactNode } from 'react';

/** Takes its space while its content loads. */
export function EarnStripFrame({ title, children }: { title?: string; children?: ReactNode }) {
	return (
		<section
			aria-labelledby={title && 'earn-strip'}
			aria-busy={title === undefined}
			className="mb-4 min-h-22 rounded-card border border-line bg-card px-4 py-2 raised"
		>
			{title && (
				<h2 id="earn-strip" className="text-sm font-bold tracking-tight">
					{title}
				</h2>
			)}
			{children}
		</section>
	);
}
