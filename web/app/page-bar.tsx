import type { ReactNode } from 'react';

export function PageBar({ children }: { children: ReactNode }) {
	return (
		<p role="status" className="border-b border-line bg-sunken px-4 py-2.5 text-center text-sm break-words text-soft">
			{children}
		</p>
	);
}
