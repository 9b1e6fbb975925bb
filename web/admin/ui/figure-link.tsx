import type { ReactNode } from 'react';
import { Link } from 'react-router';

export const figureLinkLook = 'underline decoration-line decoration-2 underline-offset-4 hover:decoration-accent';

export function FigureLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link to={to} className={figureLinkLook}>
			{children}
		</Link>
	);
}
