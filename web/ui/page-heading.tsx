import { Link } from 'react-router';
import { textLinkLook } from './button.tsx';

type PageHeadingProps = { children: string; lead: string; next?: { to: string; label: string } };

export function PageHeading({ children, lead, next }: PageHeadingProps) {
	return (
		<div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 sm:mb-8">
			<div>
				<h1 className="text-3xl font-extrabold tracking-tight sm:text-4xl">{children}</h1>
				<p className="mt-2 max-w-prose text-balance text-soft">{lead}</p>
			</div>
			{next && (
				<Link to={next.to} className={textLinkLook}>
					{next.label}
				</Link>
			)}
		</div>
	);
}
