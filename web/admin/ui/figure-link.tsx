import type { ReactNode } from 'react';
import { Link } from 'react-router';

export const figureLinkLook = 'underline decoration-line decoration-2 underline-offset-4 hover:decoration-accent';

/** A figure that leads to the rows it counts. It stays the figure: what it leads to shows when it is pointed at. */
export function FigureLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link to={to} className={figureLinkLook}>
			{children}
		</Link>
	);
}
