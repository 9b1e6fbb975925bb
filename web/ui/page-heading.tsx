import { TextLink } from './text-link.tsx';

type PageHeadingProps = { children: string; lead: string; next?: { to: string; label: string } };

export function PageHeading({ children, lead, next }: PageHeadingProps) {
	return (
		<div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 sm:mb-8">
			<div>
				<h1 className="text-3xl font-extrabold tracking-tight sm:text-4xl">{children}</h1>
				<p className="mt-2 max-w-prose text-balance text-soft">{lead}</p>
			</div>
			{next && <TextLink to={next.to}>{next.label}</TextLink>}
		</div>
	);
}
