import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/basics.tsx';

type AdminHeadingProps = { heading: string; lead?: ReactNode; actions?: ReactNode };

export function AdminHeading(props: AdminHeadingProps) {
	return (
		<>
			<PageTitle description="Admin area of this site.">{props.heading}</PageTitle>
			<HeadingFrame {...props} />
		</>
	);
}

export function HeadingFrame({ heading, lead, actions }: AdminHeadingProps) {
	return (
		<div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
			<div className="min-w-0">
				<h1 className="text-2xl font-extrabold tracking-tight [overflow-wrap:anywhere] sm:text-3xl">{heading}</h1>
				{lead && <p className="mt-1.5 max-w-prose text-pretty text-soft">{lead}</p>}
			</div>
			{actions && <div className="flex flex-wrap gap-2">{actions}</div>}
		</div>
	);
}
