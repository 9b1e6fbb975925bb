import type { ReactNode } from 'react';

/** A line across the top of a page, about how somebody came to it. */
export function PageBar({ children }: { children: ReactNode }) {
	return (
		<p role="status" className="border-b border-line bg-sunken px-4 py-2.5 text-center text-sm break-words text-soft">
			{children}
		</p>
	);
}
